// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The moment, on the monotonic clock, after which nobody waits for a command any more. */
final class Deadline {

    private final TimeSource time;
    private final long startedAt;
    private final Duration timeout;

    private Deadline(TimeSource time, Duration timeout) {
        this.time = time;
        this.startedAt = time.nanoTime();
        this.timeout = timeout;
    }

    static Deadline in(TimeSource time, Duration timeout) {
        return new Deadline(time, timeout);
    }

    Duration remaining() {
        return timeout.minusNanos(time.nanoTime() - startedAt);
    }

    boolean isOver() {
        Duration remaining = remaining();
        return remaining.isZero() || remaining.isNegative();
    }

    /** Completes after a while, for which something waits. */
    CompletableFuture<Void> pause(Duration duration, Supplier<String> waiting) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        time.schedule(duration, () -> over.complete(null), waiting);
        return over;
    }
}
