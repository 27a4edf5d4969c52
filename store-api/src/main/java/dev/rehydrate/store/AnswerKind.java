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
import dev.rehydrate.command.outcome.ControlOutcome;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.RunnableOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import java.util.Arrays;

/** The answers to commands, failures included, for counting them. */
public enum AnswerKind {
    /** The instance was written. */
    SAVED(SaveOutcome.Saved.class, false),
    /** An instance was loaded. */
    LOADED(LoadOutcome.Loaded.class, false),
    /** It was done, and there is nothing more to say. */
    DONE(Object.class, false),
    /** There is no such instance, or no instance has the key. */
    NOT_FOUND(LoadOutcome.NotFound.class, false),
    /** Another live owner holds the instance. */
    HELD(LoadOutcome.Held.class, false),
    /** The instance has ended and was kept. */
    COMPLETED(LoadOutcome.Completed.class, false),
    /** The instance is not as the command expected it. */
    MISMATCH(SaveOutcome.Mismatch.class, false),
    /** Nothing wants to run. */
    NONE_RUNNABLE(RunnableOutcome.NoneRunnable.class, false),

    /** {@link StoreUnavailableException}. */
    UNAVAILABLE(StoreUnavailableException.class, true),
    /** {@link OutcomeUnknownException}. */
    OUTCOME_UNKNOWN(OutcomeUnknownException.class, true),
    /** {@link OwnerLostException}. */
    OWNER_LOST(OwnerLostException.class, true),
    /** {@link LeaseLostException}. */
    LEASE_LOST(LeaseLostException.class, true),
    /** {@link KeyCollisionException}. */
    KEY_COLLISION(KeyCollisionException.class, true),
    /** {@link KeyNotAssociatedException}. */
    KEY_NOT_ASSOCIATED(KeyNotAssociatedException.class, true),
    /** {@link InstanceCollisionException}. */
    INSTANCE_COLLISION(InstanceCollisionException.class, true),
    /** {@link HandleConflictException}. */
    HANDLE_CONFLICT(HandleConflictException.class, true),
    /** {@link HandleFreedException}. */
    HANDLE_FREED(HandleFreedException.class, true),
    /** {@link CorruptRecordException}. */
    CORRUPT_RECORD(CorruptRecordException.class, true),
    /** {@link UnreadableValueException}. */
    UNREADABLE_VALUE(UnreadableValueException.class, true),
    /** {@link UnwritableValueException}. */
    UNWRITABLE_VALUE(UnwritableValueException.class, true),
    /** Something that is not in the contract: a mistake in the store or in a provider. */
    FAULT(Throwable.class, true);

    private final Class<?> type;
    private final boolean failure;

    AnswerKind(Class<?> type, boolean failure) {
        this.type = type;
        this.failure = failure;
    }

    /** {@return whether the command ended with an exception} */
    public boolean isFailure() {
        return failure;
    }

    static AnswerKind ofFailure(Throwable failure) {
        return Arrays.stream(values())
                .filter(kind -> kind.failure && kind.type.isInstance(failure))
                .findFirst()
                .orElse(FAULT);
    }

    static AnswerKind of(Object answer) {
        if (answer instanceof SaveOutcome saving) {
            return saving.<AnswerKind>fold(saved -> SAVED, mismatch -> MISMATCH, held -> HELD, completed -> COMPLETED);
        }
        if (answer instanceof LoadOutcome loading) {
            return loading.<AnswerKind>fold(loaded -> LOADED, none -> NOT_FOUND, held -> HELD, completed -> COMPLETED);
        }
        if (answer instanceof RunnableOutcome runnable) {
            return runnable.loaded().isPresent() ? LOADED : NONE_RUNNABLE;
        }
        return answer instanceof ControlOutcome control ? of(control) : DONE;
    }

    private static AnswerKind of(ControlOutcome control) {
        return switch (control) {
            case DONE -> DONE;
            case NOT_FOUND -> NOT_FOUND;
            case COMPLETED -> COMPLETED;
        };
    }
}
