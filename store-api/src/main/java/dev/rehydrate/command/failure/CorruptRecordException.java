// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.failure;

import org.jspecify.annotations.Nullable;

/**
 * What is stored in the place of an instance or key is not what a store has written: another program wrote there, or the
 * record is damaged. Nothing was changed, and the same command fails again until an administrator removes or restores the
 * record. The stored data is kept as it is; the handle stays usable.
 */
public final class CorruptRecordException extends InstanceCommandException {

    private static final long serialVersionUID = 1;

    /**
     * Describes the record.
     *
     * @param what where the record is, and what was found there
     * @param subject the instance
     * @param cause what led to it, or null
     */
    public CorruptRecordException(String what, Subject subject, @Nullable Throwable cause) {
        super(
                "a stored record is corrupt (" + what
                        + "), nothing was changed and a repetition will not help: remove or" + " restore the record,",
                subject,
                Effect.NONE,
                Remedy.NONE,
                cause);
    }
}
