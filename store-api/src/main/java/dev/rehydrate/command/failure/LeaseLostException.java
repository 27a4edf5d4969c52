// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.failure;

/**
 * The hold that the handle presented is not the present one: another took the instance over, or it was deleted. Nothing was
 * changed and the handle is freed (contract §1.8, §2.1). Drop the instance from memory, never retry the save.
 *
 * <p>A load that takes the hold is answered so as well if it was carried out and its hold has gone since, as when it is
 * repeated after a lost answer. It may have created the instance or given it keys: then {@link #effect()} is
 * {@link Effect#DONE}.
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

    private LeaseLostException(String what, Subject subject, Effect effect) {
        super(what, subject, effect, Remedy.LOAD_AGAIN, null);
    }

    /**
     * Describes the loss of a hold that a load took.
     *
     * @param subject the instance
     * @return the exception, which says that the load was done
     */
    public static LeaseLostException afterLoad(Subject subject) {
        return new LeaseLostException(
                "the load was done, but its hold has been given back or has passed on since: load the instance again with a"
                        + " new command",
                subject,
                Effect.DONE);
    }
}
