// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.failure;

import dev.rehydrate.instance.OwnerId;

/**
 * The owner of the handle has lost its lease or was retired; nothing was changed (contract §2.1, §4.2). Others may have taken
 * what it held. Create a new owner and load again what is still in memory: an instance that has not changed since can go on.
 * A store that is closed has retired its owners, and creates none; the message says so.
 */
public final class OwnerLostException extends InstanceStoreException {

    private static final long serialVersionUID = 1;

    /**
     * Describes the loss.
     *
     * @param owner the owner that was lost
     * @param subject the instance the command was about
     */
    public OwnerLostException(OwnerId owner, Subject subject) {
        this("the owner has lost its lease, nothing was changed: create a new owner, owner=" + owner, subject);
    }

    private OwnerLostException(String what, Subject subject) {
        super(what, subject, Effect.NONE, Remedy.LOAD_AGAIN, null);
    }

    /**
     * Describes the end of an owner whose store is closed.
     *
     * @param owner the owner that was retired
     * @param subject the instance the command was about
     * @return the exception
     */
    public static OwnerLostException storeClosed(OwnerId owner, Subject subject) {
        return new OwnerLostException(
                "the store is closed and has retired its owners, nothing was changed, owner=" + owner, subject);
    }
}
