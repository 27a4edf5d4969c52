// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.time;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

final class SystemTimeSource implements TimeSource {

    static final SystemTimeSource SHARED = new SystemTimeSource();

    private final Clock clock = Clock.systemUTC();
    private final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "rehydrate-time");
        thread.setDaemon(true);
        return thread;
    });

    private final SharedMoments shared = new SharedMoments(
            System::nanoTime, this::after, ThreadLocalRandom.current().nextDouble());

    private SystemTimeSource() {
        // Deadlines are nearly always called off; kept until due they would pin every finished command.
        scheduler.setRemoveOnCancelPolicy(true);
    }

    @Override
    public Instant instant() {
        return clock.instant();
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable task) {
        return after(saturatedNanos(delay), task);
    }

    private Cancellable after(long nanos, Runnable task) {
        ScheduledFuture<?> scheduled = scheduler.schedule(task, nanos, TimeUnit.NANOSECONDS);
        return () -> scheduled.cancel(false);
    }

    @Override
    public Cancellable schedule(Duration delay, Duration slack, Runnable task) {
        return shared.schedule(saturatedNanos(delay), saturatedNanos(slack), task);
    }

    private static long saturatedNanos(Duration delay) {
        // A timeout of 'for ever' is a Duration of Long.MAX_VALUE seconds, which has no nanosecond form.
        return delay.compareTo(Duration.ofDays(36_500)) > 0 ? TimeUnit.DAYS.toNanos(36_500) : delay.toNanos();
    }
}
