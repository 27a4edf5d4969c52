// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.async;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Repeats a step that may end at once or later. Steps that end at once do not nest, however many there are. */
public final class AsyncLoop {

    private final Callable<CompletableFuture<Boolean>> step;
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    private AsyncLoop(Callable<CompletableFuture<Boolean>> step) {
        this.step = step;
    }

    /** Completes when a step says no, or fails as the first step that fails. */
    public static CompletableFuture<Void> whileTrue(Callable<CompletableFuture<Boolean>> step) {
        AsyncLoop repeat = new AsyncLoop(step);
        repeat.run();
        return repeat.end;
    }

    private void run() {
        CompletableFuture<Boolean> running = Failures.caught(step);
        while (running.isDone() && !running.isCompletedExceptionally() && running.getNow(false)) {
            running = Failures.caught(step);
        }
        if (running.isDone()) {
            var unused = running.whenComplete(this::ended);
        } else {
            var unused = running.whenComplete((more, failure) -> {
                if (failure == null && more) {
                    run();
                } else {
                    ended(more, failure);
                }
            });
        }
    }

    private void ended(@Nullable Boolean more, @Nullable Throwable failure) {
        if (failure != null) {
            end.completeExceptionally(Failures.unwrap(failure));
        } else {
            end.complete(null);
        }
    }
}
