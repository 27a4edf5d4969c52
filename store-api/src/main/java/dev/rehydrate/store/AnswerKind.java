// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import dev.rehydrate.command.failure.CorruptRecordException;
import dev.rehydrate.command.failure.HandleConflictException;
import dev.rehydrate.command.failure.HandleFreedException;
import dev.rehydrate.command.failure.InstanceCollisionException;
import dev.rehydrate.command.failure.KeyCollisionException;
import dev.rehydrate.command.failure.KeyNotAssociatedException;
import dev.rehydrate.command.failure.LeaseLostException;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.failure.OwnerLostException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.failure.UnreadableValueException;
import dev.rehydrate.command.failure.UnwritableValueException;

/** The answers to commands, failures included, for counting them. */
public enum AnswerKind {
    /** The instance was written. */
    SAVED(false),
    /** An instance was loaded. */
    LOADED(false),
    /** It was done, and there is nothing more to say. */
    DONE(false),
    /** There is no such instance, or no instance has the key. */
    NOT_FOUND(false),
    /** Another live owner holds the instance. */
    HELD(false),
    /** The instance has ended and was kept. */
    COMPLETED(false),
    /** The instance is not as the command expected it. */
    MISMATCH(false),
    /** Nothing wants to run. */
    NONE_RUNNABLE(false),

    /** {@link StoreUnavailableException}. */
    UNAVAILABLE(true),
    /** {@link OutcomeUnknownException}. */
    OUTCOME_UNKNOWN(true),
    /** {@link OwnerLostException}. */
    OWNER_LOST(true),
    /** {@link LeaseLostException}. */
    LEASE_LOST(true),
    /** {@link KeyCollisionException}. */
    KEY_COLLISION(true),
    /** {@link KeyNotAssociatedException}. */
    KEY_NOT_ASSOCIATED(true),
    /** {@link InstanceCollisionException}. */
    INSTANCE_COLLISION(true),
    /** {@link HandleConflictException}. */
    HANDLE_CONFLICT(true),
    /** {@link HandleFreedException}. */
    HANDLE_FREED(true),
    /** {@link CorruptRecordException}. */
    CORRUPT_RECORD(true),
    /** {@link UnreadableValueException}. */
    UNREADABLE_VALUE(true),
    /** {@link UnwritableValueException}. */
    UNWRITABLE_VALUE(true),
    /** Something that is not in the contract: a mistake in the store or in a provider. */
    FAULT(true);

    private final boolean failure;

    AnswerKind(boolean failure) {
        this.failure = failure;
    }

    /** {@return whether the command ended with an exception} */
    public boolean isFailure() {
        return failure;
    }
}
