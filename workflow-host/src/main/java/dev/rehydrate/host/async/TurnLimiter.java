// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.async;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Limits how many turns are under way at once (bulkhead). A turn that waits holds no thread, and continues on a thread of
 * the host.
 */
public final class TurnLimiter {

    /** What a thread that lets a turn in has yet to let in after it. */
    private static final ThreadLocal<Queue<Runnable>> LETTING_IN = new ThreadLocal<>();

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

    /**
     * Threads of the application may run a turn at once, which leaves and lets in the next one at its end: thousands that wait must not
     * end up on one stack. What a thread lets in while it runs such a turn, it lets in after it.
     */
    private void letIn(CompletableFuture<Void> turn) {
        Queue<Runnable> after = LETTING_IN.get();
        if (after != null) {
            after.add(() -> run(turn));
            return;
        }
        Queue<Runnable> following = new ArrayDeque<>();
        LETTING_IN.set(following);
        try {
            for (Runnable next = () -> run(turn); next != null; next = following.poll()) {
                next.run();
            }
        } finally {
            LETTING_IN.remove();
        }
    }

    private void run(CompletableFuture<Void> turn) {
        try {
            executor.execute(() -> turn.complete(null));
        } catch (RuntimeException | Error full) {
            turn.complete(null);
        }
    }
}
