// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.graph;

import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueCodingException.Reason;
import org.jspecify.annotations.Nullable;

/** The ways in which this codec says no. Nothing taken from stored bytes gets into a message unfiltered. */
public final class Refusal {

    private static final int LONGEST_NAME = 200;

    private Refusal() {}

    public static ValueCodingException damaged(String message) {
        return damaged(message, null);
    }

    public static ValueCodingException damaged(String message, @Nullable Throwable cause) {
        return new ValueCodingException(Reason.DAMAGED, message, cause);
    }

    public static ValueCodingException unknownType(String message) {
        return new ValueCodingException(Reason.UNKNOWN_TYPE, message);
    }

    public static ValueCodingException otherType(String message) {
        return otherType(message, null);
    }

    public static ValueCodingException otherType(String message, @Nullable Throwable cause) {
        return new ValueCodingException(Reason.OTHER_TYPE, message, cause);
    }

    /** What a newer release has written and a save would drop. */
    static ValueCodingException newerVersion(String what) {
        return new ValueCodingException(
                Reason.NEWER_VERSION,
                "it holds " + what
                        + ", which this host does not know: a newer release has written it, or it was removed"
                        + " here without a higher schemaVersion");
    }

    public static ValueCodingException notEncodable(String message) {
        return notEncodable(message, null);
    }

    public static ValueCodingException notEncodable(String message, @Nullable Throwable cause) {
        return new ValueCodingException(Reason.NOT_ENCODABLE, message, cause);
    }

    /** A name from stored bytes, fit for a log line. */
    static String printable(String stored) {
        String cut = stored.length() > LONGEST_NAME ? stored.substring(0, LONGEST_NAME) : stored;
        return cut.replaceAll("[^A-Za-z0-9_.$\\[\\]-]", "?");
    }
}
