// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.owner;

import dev.rehydrate.store.StoreEvent;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The level-triggered events of one owner, and the one party that may wait for them (contract §1.9). */
public final class OwnerEvents {

    private final Set<StoreEvent> set = EnumSet.noneOf(StoreEvent.class);
    private long signals;
    private @Nullable CompletableFuture<Set<StoreEvent>> waiting;
    private @Nullable RuntimeException closed;

    /** Sets an event, and completes the wait for it. */
    public void signal(StoreEvent event) {
        CompletableFuture<Set<StoreEvent>> woken;
        synchronized (this) {
            set.add(event);
            signals++;
            woken = waiting;
            waiting = null;
        }
        if (woken != null) {
            woken.complete(Set.of(event));
        }
    }

    /** How often something was signalled up to now. */
    public synchronized long signals() {
        return signals;
    }

    /** Resets an event, unless something was signalled since: that may have been about what was not seen yet. */
    public synchronized void reset(StoreEvent event, long signalsBefore) {
        if (signals == signalsBefore) {
            set.remove(event);
        }
    }

    /** Completes at once if an event is set, else when one is. */
    public synchronized CompletableFuture<Set<StoreEvent>> await() {
        if (closed != null) {
            return CompletableFuture.failedFuture(closed);
        }
        // A caller that cancels its future does not report it; the future shows that it is done.
        if (waiting != null && !waiting.isDone()) {
            throw new IllegalStateException("another call waits for the events of this handle already");
        }
        if (!set.isEmpty()) {
            return CompletableFuture.completedFuture(Set.copyOf(set));
        }
        waiting = new CompletableFuture<>();
        return waiting;
    }

    /** Ends a wait without event. */
    public void giveUp(CompletableFuture<Set<StoreEvent>> wait) {
        synchronized (this) {
            if (waiting == wait) {
                waiting = null;
            }
        }
        wait.complete(Set.of());
    }

    void close(RuntimeException reason) {
        CompletableFuture<Set<StoreEvent>> cut;
        synchronized (this) {
            if (closed != null) {
                return;
            }
            closed = reason;
            cut = waiting;
            waiting = null;
        }
        if (cut != null) {
            cut.completeExceptionally(reason);
        }
    }
}
