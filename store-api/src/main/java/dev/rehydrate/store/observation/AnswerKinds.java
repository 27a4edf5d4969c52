// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.observation;

import static java.util.Map.entry;

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
import dev.rehydrate.store.AnswerKind;
import java.util.Map;

/** Which {@link AnswerKind} an answer or a failure of a command is. */
final class AnswerKinds {

    static final Map<Class<?>, AnswerKind> FAILURES = Map.ofEntries(
            entry(StoreUnavailableException.class, AnswerKind.UNAVAILABLE),
            entry(OutcomeUnknownException.class, AnswerKind.OUTCOME_UNKNOWN),
            entry(OwnerLostException.class, AnswerKind.OWNER_LOST),
            entry(LeaseLostException.class, AnswerKind.LEASE_LOST),
            entry(KeyCollisionException.class, AnswerKind.KEY_COLLISION),
            entry(KeyNotAssociatedException.class, AnswerKind.KEY_NOT_ASSOCIATED),
            entry(InstanceCollisionException.class, AnswerKind.INSTANCE_COLLISION),
            entry(HandleConflictException.class, AnswerKind.HANDLE_CONFLICT),
            entry(HandleFreedException.class, AnswerKind.HANDLE_FREED),
            entry(CorruptRecordException.class, AnswerKind.CORRUPT_RECORD),
            entry(UnreadableValueException.class, AnswerKind.UNREADABLE_VALUE),
            entry(UnwritableValueException.class, AnswerKind.UNWRITABLE_VALUE));

    private AnswerKinds() {}

    static AnswerKind ofFailure(Throwable failure) {
        return FAILURES.getOrDefault(failure.getClass(), AnswerKind.FAULT);
    }

    static AnswerKind of(Object answer) {
        if (answer instanceof SaveOutcome saving) {
            return saving.<AnswerKind>fold(
                    saved -> AnswerKind.SAVED,
                    mismatch -> AnswerKind.MISMATCH,
                    held -> AnswerKind.HELD,
                    completed -> AnswerKind.COMPLETED);
        }
        if (answer instanceof LoadOutcome loading) {
            return loading.<AnswerKind>fold(
                    loaded -> AnswerKind.LOADED,
                    none -> AnswerKind.NOT_FOUND,
                    held -> AnswerKind.HELD,
                    completed -> AnswerKind.COMPLETED);
        }
        if (answer instanceof RunnableOutcome runnable) {
            return runnable.loaded().isPresent() ? AnswerKind.LOADED : AnswerKind.NONE_RUNNABLE;
        }
        return answer instanceof ControlOutcome control ? of(control) : AnswerKind.DONE;
    }

    private static AnswerKind of(ControlOutcome control) {
        return switch (control) {
            case DONE -> AnswerKind.DONE;
            case NOT_FOUND -> AnswerKind.NOT_FOUND;
            case COMPLETED -> AnswerKind.COMPLETED;
        };
    }
}
