// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.async;

import dev.rehydrate.host.HostStoppedException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Limits the calls that are under way or waiting (bulkhead), and closes when the host stops. */
public final class CallLimiter {

    private final int limit;
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    private int present;
    private boolean closed;

    public CallLimiter(int limit) {
        this.limit = limit;
    }

    /** Counts one more call, or returns the reason for its rejection. */
    public synchronized @Nullable RuntimeException enter(String node) {
        if (closed) {
            return new HostStoppedException(node);
        }
        if (present == limit) {
            return new RejectedExecutionException("the host already has " + limit
                    + " calls under way, nothing was done: try again later, or at another host; node=" + node);
        }
        present++;
        return null;
    }

    /** Whether no more calls are let in. */
    public synchronized boolean isClosed() {
        return closed;
    }

    /** Whether one more call would be let in. */
    public synchronized boolean hasRoom() {
        return !closed && present < limit;
    }

    public void leave() {
        boolean last;
        synchronized (this) {
            present--;
            last = closed && present == 0;
        }
        if (last) {
            drained.complete(null);
        }
    }

    /** Closes the limiter; true for the first time. */
    public boolean close() {
        boolean empty;
        synchronized (this) {
            if (closed) {
                return false;
            }
            closed = true;
            empty = present == 0;
        }
        if (empty) {
            drained.complete(null);
        }
        return true;
    }

    /** Completes when all that were let in before the end have left. */
    public CompletableFuture<Void> drained() {
        return drained;
    }
}
