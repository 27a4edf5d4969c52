// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.waiting;

import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The moment, on the monotonic clock, after which no caller waits for a command any more. */
public final class Deadline {

    private final TimeSource time;
    private final long startedAt;
    private final Duration timeout;

    private Deadline(TimeSource time, Duration timeout) {
        this.time = time;
        this.startedAt = time.nanoTime();
        this.timeout = timeout;
    }

    /** {@return the deadline after a timeout from now} */
    public static Deadline in(TimeSource time, Duration timeout) {
        return new Deadline(time, timeout);
    }

    /** {@return the time that is left; zero if none is} */
    public Duration remaining() {
        return timeout.minusNanos(time.nanoTime() - startedAt);
    }

    /** {@return how long it lasts, not negative} */
    public Duration remainingOrZero() {
        Duration remaining = remaining();
        return remaining.isNegative() ? Duration.ZERO : remaining;
    }

    /** {@return whether no time is left} */
    public boolean isOver() {
        Duration remaining = remaining();
        return remaining.isZero() || remaining.isNegative();
    }

    /** Completes after a while, for which something waits. */
    public CompletableFuture<Void> pause(Duration duration, Supplier<String> waiting) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        time.schedule(duration, () -> over.complete(null), waiting);
        return over;
    }
}
