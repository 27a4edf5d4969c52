// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Lets so many in at once, without holding threads. */
final class Window {

    private final Queue<CompletableFuture<Void>> waiting = new ArrayDeque<>();
    private int room;

    Window(int room) {
        this.room = room;
    }

    /** Completes when there is room; {@link #leave} must follow. */
    synchronized CompletableFuture<Void> enter() {
        if (room > 0) {
            room--;
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> turn = new CompletableFuture<>();
        waiting.add(turn);
        return turn;
    }

    void leave() {
        @Nullable CompletableFuture<Void> next;
        synchronized (this) {
            next = waiting.poll();
            if (next == null) {
                room++;
            }
        }
        if (next != null) {
            next.complete(null);
        }
    }
}
