// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.failure;

import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.SafeText;

/**
 * A stored value cannot be turned back into an object: damaged, of a newer version, or of a type or codec this host does not
 * know. The stored bytes are kept as they are. Deploy what can read them, or suspend the instance. A message for an instance
 * that {@linkplain #mayBeReadableElsewhere() another host can read} can be sent to that host.
 */
public final class UnreadableValueException extends InstanceCommandException {

    private static final long serialVersionUID = 1;

    private final String valueName;
    private final ValueCodingException.Reason reason;

    /**
     * Describes the value.
     *
     * @param instance the instance it belongs to
     * @param valueName its name
     * @param cause what is wrong with it
     */
    public UnreadableValueException(InstanceId instance, String valueName, ValueCodingException cause) {
        super(
                "a stored value cannot be read (" + SafeText.line(cause.getMessage()) + "), it is kept as it is: value="
                        + valueName,
                Subject.of(instance),
                Effect.NONE,
                Remedy.NONE,
                cause);
        this.valueName = valueName;
        this.reason = cause.reason();
    }

    /** {@return the name of the value} */
    public String valueName() {
        return valueName;
    }

    /**
     * Tells whether a newer version of the application, or of the format, has written the value. The message says which schema
     * version that is and up to which this host reads, or what in the value is not known here.
     *
     * @return whether it is of a newer version
     */
    public boolean isOfNewerVersion() {
        return reason == ValueCodingException.Reason.NEWER_VERSION;
    }

    /**
     * Tells whether the bytes are what was written, so that a host of another release, with another codec or with another key
     * may be able to read them. Such an instance is left to those hosts: nothing suspends it, and nothing that is on its way to
     * it is given up.
     *
     * @return whether another host may be able to read it; false if it is damaged or too large
     */
    public boolean mayBeReadableElsewhere() {
        return switch (reason) {
            case NEWER_VERSION, UNKNOWN_TYPE, OTHER_TYPE, UNKNOWN_CODEC, UNKNOWN_KEY -> true;
            case DAMAGED, TOO_LARGE, NOT_ENCODABLE -> false;
        };
    }

    /** {@return what kind of trouble it is} */
    public ValueCodingException.Reason reason() {
        return reason;
    }
}
