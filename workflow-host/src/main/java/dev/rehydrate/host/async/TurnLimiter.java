// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.async;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Lets so many in at once, without holding threads; who had to wait goes on on a thread of the host. */
public final class TurnLimiter {

    private final Queue<CompletableFuture<Void>> waiting = new ArrayDeque<>();
    private final Executor executor;
    private int room;

    public TurnLimiter(int room, Executor executor) {
        this.room = room;
        this.executor = executor;
    }

    /** Completes when there is room; {@link #leave} must follow. */
    public synchronized CompletableFuture<Void> enter() {
        if (room > 0) {
            room--;
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> turn = new CompletableFuture<>();
        waiting.add(turn);
        return turn;
    }

    public void leave() {
        @Nullable CompletableFuture<Void> next;
        synchronized (this) {
            next = waiting.poll();
            if (next == null) {
                room++;
            }
        }
        if (next != null) {
            letIn(next);
        }
    }

    private void letIn(CompletableFuture<Void> turn) {
        try {
            executor.execute(() -> turn.complete(null));
        } catch (RuntimeException | Error full) {
            turn.complete(null);
        }
    }
}
