// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.waiting;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Repeats an asynchronous step. Steps that complete at once do not deepen the stack, however many there are. */
public final class AsyncLoop {

    private final Supplier<CompletableFuture<Boolean>> step;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private AsyncLoop(Supplier<CompletableFuture<Boolean>> step) {
        this.step = step;
    }

    /** Runs the step again and again until it answers false, or fails. */
    public static CompletableFuture<Void> whileTrue(Supplier<CompletableFuture<Boolean>> step) {
        AsyncLoop loop = new AsyncLoop(step);
        loop.run();
        return loop.ended;
    }

    private void run() {
        boolean more = true;
        while (more) {
            CompletableFuture<Boolean> running = begin();
            if (!running.isDone()) {
                var unused = running.whenComplete((again, failure) -> {
                    if (goesOn(running)) {
                        run();
                    }
                });
                return;
            }
            more = goesOn(running);
        }
    }

    private CompletableFuture<Boolean> begin() {
        try {
            return step.get();
        } catch (RuntimeException | Error failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    /** Looks at a step that is done. */
    private boolean goesOn(CompletableFuture<Boolean> done) {
        try {
            boolean again = done.getNow(false);
            if (!again) {
                ended.complete(null);
            }
            return again;
        } catch (RuntimeException failure) {
            ended.completeExceptionally(failure);
            return false;
        }
    }
}
