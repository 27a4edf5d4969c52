// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** What went wrong, without the wrappers that futures put around it. */
final class Failures {

    private Failures() {}

    static Throwable unwrap(Throwable failure) {
        Throwable inner = failure;
        while ((inner instanceof CompletionException || inner instanceof ExecutionException)
                && inner.getCause() != null) {
            inner = inner.getCause();
        }
        return inner;
    }

    static @Nullable Throwable unwrapNullable(@Nullable Throwable failure) {
        return failure == null ? null : unwrap(failure);
    }

    /** Makes one way to fail of two, for errors too: what waits for the future would wait for ever. */
    static <T> CompletableFuture<T> caught(Callable<CompletableFuture<T>> step) {
        try {
            return step.call();
        } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }
}
