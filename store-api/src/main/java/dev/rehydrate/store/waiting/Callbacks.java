// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.waiting;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Knows the threads that run code of the application for a store just now: listeners, and what follows an answer. */
public final class Callbacks {

    private static final ThreadLocal<Boolean> RUNNING = ThreadLocal.withInitial(() -> false);

    private Callbacks() {}

    /** Runs code of the application. */
    public static void during(Runnable applicationCode) {
        boolean outer = RUNNING.get();
        RUNNING.set(true);
        try {
            applicationCode.run();
        } finally {
            if (!outer) {
                RUNNING.remove();
            }
        }
    }

    /** The same answer, completed by an executor, with what the application has attached to it. */
    public static <R> CompletableFuture<R> handedOut(CompletableFuture<R> answer, Executor executor) {
        CompletableFuture<R> toUser = new CompletableFuture<>();
        var unused = answer.whenCompleteAsync(
                (result, failure) -> during(() -> {
                    if (failure == null) {
                        toUser.complete(result);
                    } else {
                        toUser.completeExceptionally(failure);
                    }
                }),
                executor);
        return toUser;
    }

    /** {@return whether code of the application runs on this thread} */
    public static boolean isRunningOnThisThread() {
        return RUNNING.get();
    }
}
