// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.failure;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.SafeText;
import org.jspecify.annotations.Nullable;

/**
 * A value of a command cannot be stored: no codec knows its type, it is too large, or it cannot be promoted. Nothing was sent
 * and the handle stays usable.
 */
public final class UnwritableValueException extends InstanceCommandException {

    private static final long serialVersionUID = 1;

    private final String valueName;

    /**
     * Describes the value.
     *
     * @param instance the instance it was for, or null if it is not known yet
     * @param valueName its name
     * @param cause what is wrong with it
     */
    public UnwritableValueException(@Nullable InstanceId instance, String valueName, RuntimeException cause) {
        super(
                "a value cannot be stored (" + SafeText.line(cause.getMessage()) + "), nothing was changed: value="
                        + valueName,
                Subject.of(instance),
                Effect.NONE,
                Remedy.NONE,
                cause);
        this.valueName = valueName;
    }

    /** {@return the name of the value} */
    public String valueName() {
        return valueName;
    }
}
