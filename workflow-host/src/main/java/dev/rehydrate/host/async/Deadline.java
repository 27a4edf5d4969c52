// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.async;

import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A point in time on the monotonic clock after which a caller does not wait any more. */
public final class Deadline {

    /** For ever: longer times have no number of nanoseconds, and none to which something can be added. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final TimeSource time;
    private final long startedAt;
    private final Duration budget;

    private Deadline(TimeSource time, Duration budget) {
        this.time = time;
        this.startedAt = time.nanoTime();
        this.budget = budget;
    }

    /** A deadline after a time, which may be for ever. */
    public static Deadline in(TimeSource time, Duration budget) {
        return new Deadline(time, budget.compareTo(LONGEST) < 0 ? budget : LONGEST);
    }

    /** What is left; zero when it is over. */
    public Duration remaining() {
        Duration left = budget.minusNanos(time.nanoTime() - startedAt);
        return left.isNegative() ? Duration.ZERO : left;
    }

    public Duration atMost(Duration limit) {
        Duration left = remaining();
        return left.compareTo(limit) < 0 ? left : limit;
    }

    public boolean isOver() {
        return remaining().isZero();
    }

    /** Completes with the future, or without its result when the deadline passes; never fails. */
    public CompletableFuture<Void> orUntilOver(CompletableFuture<?> awaited) {
        CompletableFuture<Void> either = new CompletableFuture<>();
        TimeSource.Cancellable timer = time.schedule(remaining(), () -> either.complete(null));
        var unused = awaited.whenComplete((done, failure) -> {
            timer.cancel();
            either.complete(null);
        });
        return either;
    }
}
