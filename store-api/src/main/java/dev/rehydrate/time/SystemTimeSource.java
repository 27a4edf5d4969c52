// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.time;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

final class SystemTimeSource implements TimeSource {

    private static final Logger LOG = LoggerFactory.getLogger(TimeSource.class);
    private static final int FRAMES = 10;

    static final SystemTimeSource SHARED = new SystemTimeSource(
            Duration.ofSeconds(30), failure -> LOG.warn("a scheduled task has failed: {}", described(failure)));

    private final Consumer<Throwable> failures;
    private final Clock clock = Clock.systemUTC();
    private final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1, SystemTimeSource::thread);

    private final SharedMoments shared = new SharedMoments(
            System::nanoTime, this::after, ThreadLocalRandom.current().nextDouble());

    /**
     * Has a thread while something is scheduled.
     *
     * @param idle how long the thread waits for more when nothing is
     * @param failures told of what a task throws
     */
    SystemTimeSource(Duration idle, Consumer<Throwable> failures) {
        this.failures = failures;
        // Deadlines are nearly always called off; kept until due they would pin every finished command.
        scheduler.setRemoveOnCancelPolicy(true);
        // A thread that outlives the last store would keep the classes of an application that was taken out of its
        // server.
        scheduler.setKeepAliveTime(idle.toNanos(), TimeUnit.NANOSECONDS);
        scheduler.allowCoreThreadTimeOut(true);
    }

    /** Without the message, which may repeat what a caller has sent. */
    private static String described(Throwable failure) {
        return Stream.of(failure.getStackTrace())
                .limit(FRAMES)
                .map(frame -> " at " + frame)
                .collect(Collectors.joining("", failure.getClass().getName(), ""));
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "rehydrate-time");
        // It serves all stores of the process, whichever application made the one that came first.
        thread.setContextClassLoader(SystemTimeSource.class.getClassLoader());
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public Instant instant() {
        return clock.instant();
    }

    @Override
    public boolean isWallClock() {
        return true;
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable task) {
        return after(saturatedNanos(delay), told(task));
    }

    private Cancellable after(long nanos, Runnable task) {
        ScheduledFuture<?> scheduled = scheduler.schedule(task, nanos, TimeUnit.NANOSECONDS);
        return () -> scheduled.cancel(false);
    }

    @Override
    public Cancellable schedule(Duration delay, Duration slack, Runnable task) {
        return shared.schedule(saturatedNanos(delay), saturatedNanos(slack), told(task));
    }

    /** The executor keeps what a task throws for a caller that asks for its result, and there is none. */
    private Runnable told(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error failure) {
                failures.accept(failure);
            }
        };
    }

    private static long saturatedNanos(Duration delay) {
        // A timeout of 'for ever' is a Duration of Long.MAX_VALUE seconds, which has no nanosecond form.
        return delay.compareTo(Duration.ofDays(36_500)) > 0 ? TimeUnit.DAYS.toNanos(36_500) : delay.toNanos();
    }
}
