// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.failure;

/**
 * Another live handle of the same owner holds the instance under the same or a newer token. Nothing was changed and this
 * handle is freed (contract §1.8). Look in the host's own cache.
 *
 * <p>A load that was carried out, and whose hold another handle has, is answered so as well; it may have created the instance
 * or given it keys. Then {@link #effect()} is {@link Effect#DONE}.
 */
public final class HandleConflictException extends InstanceCommandException {

    private static final long serialVersionUID = 1;

    /**
     * Describes the conflict.
     *
     * @param subject the instance
     */
    public HandleConflictException(Subject subject) {
        this(subject, Effect.NONE);
    }

    private HandleConflictException(Subject subject, Effect effect) {
        super(
                "another handle of this owner holds the instance: use that one",
                subject,
                effect,
                Remedy.LOAD_AGAIN,
                null);
    }

    /**
     * Describes the conflict about a hold that a load took.
     *
     * @param subject the instance
     * @return the exception, which says that the load was done
     */
    public static HandleConflictException afterLoad(Subject subject) {
        return new HandleConflictException(subject, Effect.DONE);
    }
}
