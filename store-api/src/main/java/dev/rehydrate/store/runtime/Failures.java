// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.runtime;

import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.failure.CorruptRecordException;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.failure.InstanceStoreException.Remedy;
import dev.rehydrate.command.failure.InstanceStoreException.Subject;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.slot.decision.Refusal;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Maps failures to the exceptions of the contract. */
public final class Failures {

    private Failures() {}

    /** {@return the failure without what futures put around it} */
    public static Throwable unwrap(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException || cause instanceof ExecutionException) {
            Throwable inner = cause.getCause();
            if (inner == null) {
                return cause;
            }
            cause = inner;
        }
        return cause;
    }

    /** Whether an operation that failed may have been done all the same. */
    public static boolean mayHaveHappened(Throwable failure) {
        return unwrap(failure) instanceof StorageException storage && storage.effect() == Effect.UNKNOWN;
    }

    /** Whether an operation failed because what is stored there cannot be read, by any store and at any time. */
    static boolean isCorrupt(Throwable failure) {
        return unwrap(failure) instanceof StorageException storage && storage.isCorrupt();
    }

    /** What a host sees of a failure of a command. */
    public static Throwable describe(Throwable failure, PersistenceCommand<?> command, Subject subject) {
        Throwable cause = unwrap(failure);
        if (cause instanceof StorageException storage && storage.isCorrupt()) {
            return new CorruptRecordException(text(command, storage), subject, storage);
        }
        if (cause instanceof StorageException storage) {
            boolean unknown = storage.effect() == Effect.UNKNOWN && command.canChange();
            return unknown
                    ? new OutcomeUnknownException(text(command, storage), subject, storage)
                    : new StoreUnavailableException(text(command, storage), subject, storage);
        }
        return cause;
    }

    /** What a tool sees of a failure of a look, which changes nothing. */
    public static Throwable ofInspection(Throwable failure, Subject subject) {
        Throwable cause = unwrap(failure);
        if (!(cause instanceof StorageException storage)) {
            return cause;
        }
        String what = SafeText.line(storage.getMessage());
        return storage.isCorrupt()
                ? new CorruptRecordException(what, subject, storage)
                : new StoreUnavailableException(what, subject, storage);
    }

    /** What a tool sees of a look at a closed store, and of a repair of one, whatever its engine would answer. */
    public static StoreUnavailableException ofClosedStore(Subject subject) {
        return new StoreUnavailableException("the store is closed", subject, null);
    }

    /** What a host sees of a command that was not answered in time; {@code inDoubt} if its deciding step was sent. */
    public static InstanceStoreException tooLate(PersistenceCommand<?> command, Subject subject, boolean inDoubt) {
        String what = name(command) + " was not answered in time";
        return command.canChange() && inDoubt
                ? new OutcomeUnknownException(what, subject, null)
                : StoreUnavailableException.notAwaited(what, subject, null);
    }

    /** What a caller without owner sees if the owner of the store was not registered in time. */
    public static InstanceStoreException noOwnerInTime() {
        return new StoreUnavailableException("the owner of this store was not registered in time", Subject.NONE, null);
    }

    /** What a caller without owner sees if its command was not sent: it may not be in doubt, whatever became of the owner. */
    public static Throwable noOwner(Throwable failure) {
        Throwable cause = unwrap(failure);
        return cause instanceof OutcomeUnknownException
                ? new StoreUnavailableException(
                        "it is not known whether the owner of this store was registered", Subject.NONE, cause)
                : cause;
    }

    /** What a host sees of a command whose answer it does not wait for any more. */
    public static InstanceStoreException interrupted(
            PersistenceCommand<?> command, Subject subject, InterruptedException interruption) {
        String what = "the thread was interrupted while it waited for " + name(command);
        return command.canChange()
                ? new OutcomeUnknownException(what, subject, interruption)
                : StoreUnavailableException.notAwaited(what, subject, interruption);
    }

    /** A refusal that the rules never give for what was asked: the provider is at fault. */
    public static IllegalStateException unfounded(String what, Refusal refusal) {
        return new IllegalStateException("the provider refused " + what
                + " for a reason that it cannot have, which is a" + " fault of the provider: " + refusal);
    }

    /** What a tool sees of a failure of a repair, which is without effect if it is repeated. */
    public static Throwable ofRepair(Throwable failure, Subject subject) {
        return mayHaveHappened(failure)
                ? new OutcomeUnknownException(SafeText.line(unwrap(failure).getMessage()), subject, unwrap(failure))
                : ofInspection(failure, subject);
    }

    /** Whether a handle is of no use after a failure. */
    public static boolean endsHandle(Throwable failure) {
        return failure instanceof InstanceStoreException broken && broken.remedy() == Remedy.LOAD_AGAIN;
    }

    /** What a failed wait throws. */
    public static RuntimeException rethrown(ExecutionException failure) {
        Throwable cause = unwrap(failure);
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(cause);
    }

    /** {@return the name of a command in messages} */
    public static String name(PersistenceCommand<?> command) {
        return command.getClass().getSimpleName();
    }

    private static String text(PersistenceCommand<?> command, StorageException failure) {
        return name(command) + ": " + SafeText.line(failure.getMessage());
    }
}
