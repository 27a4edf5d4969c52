// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A time that is another one, for a test that changes one thing of it. All ways to schedule a task come to
 * {@link #schedule(Duration, Runnable)}, so that what is overridden there holds for each of them.
 */
public abstract class ForwardingTime implements TimeSource {

    private final TimeSource time;

    /**
     * @param time what is not overridden is asked of it
     */
    protected ForwardingTime(TimeSource time) {
        this.time = Objects.requireNonNull(time, "time");
    }

    @Override
    public Instant instant() {
        return time.instant();
    }

    @Override
    public long nanoTime() {
        return time.nanoTime();
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable task) {
        return time.schedule(delay, task);
    }

    @Override
    public void beforeBlocking(CompletableFuture<?> answer, Supplier<String> what) {
        time.beforeBlocking(answer, what);
    }

    @Override
    public boolean isWallClock() {
        return time.isWallClock();
    }
}
