// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A value could not be turned into bytes or back. A codec that throws it knows neither instance nor name; the store adds
 * both before a host sees it.
 */
public final class ValueCodingException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** What kind of trouble it is. */
    public enum Reason {
        /** The type is not registered, allowed or present. Nothing of it was instantiated. */
        UNKNOWN_TYPE,
        /** The bytes hold another type than the one asked for. */
        OTHER_TYPE,
        /** No codec with the stored id is configured. */
        UNKNOWN_CODEC,
        /** The value is encrypted with a key that is not configured. */
        UNKNOWN_KEY,
        /** The bytes were written by a newer format or a newer version of the application's types. */
        NEWER_VERSION,
        /** The bytes are truncated, changed or otherwise not what was written. */
        DAMAGED,
        /** The value, packed or unpacked, is larger than the limit. */
        TOO_LARGE,
        /** The value could not be written. */
        NOT_ENCODABLE
    }

    private final Reason reason;

    /**
     * Describes the trouble.
     *
     * @param reason its kind
     * @param message what a person should know, without the content of the value
     * @param cause what led to it, or null
     */
    public ValueCodingException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = Objects.requireNonNull(reason, "reason");
    }

    /**
     * Describes the trouble.
     *
     * @param reason its kind
     * @param message what a person should know, without the content of the value
     */
    public ValueCodingException(Reason reason, String message) {
        this(reason, message, null);
    }

    /** {@return what kind of trouble it is} */
    public Reason reason() {
        return reason;
    }
}
