// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.failure;

/**
 * The hold that the handle presented is not the present one: another took the instance over, or it was deleted. Nothing was
 * changed and the handle is freed (contract §1.8, §2.1). Drop the instance from memory, never retry the save.
 */
public final class LeaseLostException extends InstanceCommandException {

    private static final long serialVersionUID = 1;

    /**
     * Describes the loss.
     *
     * @param subject the instance
     */
    public LeaseLostException(Subject subject) {
        super(
                "the hold was lost, nothing was changed: drop the instance and load it again",
                subject,
                Effect.NONE,
                Remedy.LOAD_AGAIN,
                null);
    }
}
