// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.async;

import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.InstanceStoreException.Remedy;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** What went wrong, without the wrappers that futures put around it. */
public final class Failures {

    /** Causes of causes may go round in a circle. */
    private static final int DEEPEST = 100;

    private Failures() {}

    public static Throwable unwrap(Throwable failure) {
        Throwable inner = failure;
        while ((inner instanceof CompletionException || inner instanceof ExecutionException)
                && inner.getCause() != null) {
            inner = inner.getCause();
        }
        return inner;
    }

    public static @Nullable Throwable unwrapNullable(@Nullable Throwable failure) {
        return failure == null ? null : unwrap(failure);
    }

    /** Whether a failure, or one of its causes, is of a type. */
    public static boolean isCausedBy(Class<? extends Throwable> type, Throwable failure) {
        int depth = 0;
        for (Throwable cause = failure; cause != null && depth < DEEPEST; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
            depth++;
        }
        return false;
    }

    /** Whether the failure is transient: another attempt, with a fresh load, may succeed. */
    public static boolean isTransient(Throwable failure) {
        return failure instanceof InstanceStoreException broken && broken.remedy() != Remedy.NONE;
    }

    /**
     * Turns a thrown failure into a failed future, errors too: else the code that waits for the future would wait for ever.
     */
    public static <T> CompletableFuture<T> caught(Callable<CompletableFuture<T>> step) {
        try {
            return step.call();
        } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }
}
