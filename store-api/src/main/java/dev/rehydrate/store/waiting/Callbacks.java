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

    /**
     * The same answer, completed by an executor, with what the application has attached to it. An executor that refuses, because it is shut
     * down, full, or can make no thread, must not leave the caller without its answer: the thread that has the answer completes it then.
     */
    public static <R> CompletableFuture<R> handedOut(CompletableFuture<R> answer, Executor executor) {
        CompletableFuture<R> toUser = new CompletableFuture<>();
        var unused = answer.whenComplete((result, failure) -> {
            Runnable completion = () -> during(() -> {
                if (failure == null) {
                    toUser.complete(result);
                } else {
                    toUser.completeExceptionally(failure);
                }
            });
            try {
                executor.execute(completion);
            } catch (RuntimeException | Error refused) {
                completion.run();
            }
        });
        return toUser;
    }

    /** {@return whether code of the application runs on this thread} */
    public static boolean isRunningOnThisThread() {
        return RUNNING.get();
    }
}
