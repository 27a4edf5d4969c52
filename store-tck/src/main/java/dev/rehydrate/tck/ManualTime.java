// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A time source that stands still until it is moved. Wall clock and monotonic clock move together, unless the wall clock is
 * made to jump. What was scheduled runs while time is moved, in the thread that moves it, each task at its own moment and
 * those of one moment in the order in which they were scheduled.
 *
 * <p>Safe for use by many threads. Two threads that move time do it one after the other; a task may move it too.
 */
public final class ManualTime implements TimeSource {

    /** Close to the largest number, as the monotonic clock of a machine may be: only differences have a meaning. */
    private static final long ORIGIN = Long.MAX_VALUE - Duration.ofSeconds(7).toNanos();

    private final Lock moving = new ReentrantLock();
    private final Queue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingLong(Task::dueAt).thenComparingLong(Task::number));
    private long elapsed;
    private long scheduled;
    private Instant start;

    private ManualTime(Instant start) {
        this.start = start;
    }

    /**
     * Makes a time source that stands at a moment.
     *
     * @param start what the wall clock shows
     * @return a new time source
     */
    public static ManualTime startingAt(Instant start) {
        return new ManualTime(Objects.requireNonNull(start, "start"));
    }

    @Override
    public synchronized Instant instant() {
        return start.plusNanos(elapsed);
    }

    @Override
    public synchronized long nanoTime() {
        return ORIGIN + elapsed;
    }

    @Override
    public synchronized Cancellable schedule(Duration delay, Runnable task) {
        Task entry = new Task(dueAfter(delay), scheduled++, Objects.requireNonNull(task, "task"));
        tasks.add(entry);
        return () -> cancel(entry);
    }

    /**
     * Moves both clocks and runs what is due on the way. With zero it only runs what is due by now.
     *
     * @param by how far; not negative
     * @throws IllegalArgumentException if {@code by} is negative
     * @throws RuntimeException what a task throws; the clocks then stand at its moment
     */
    public void advance(Duration by) {
        if (by.isNegative()) {
            throw new IllegalArgumentException("time does not go back: " + by);
        }
        moving.lock();
        try {
            moveTo(dueAfter(by));
        } finally {
            moving.unlock();
        }
    }

    /**
     * Moves the wall clock alone, as when the clock of the machine is set. Runs nothing.
     *
     * @param by how far; may be negative
     */
    public synchronized void jumpWallClock(Duration by) {
        start = start.plus(by);
    }

    /** {@return how far time has to be moved for the next task to run, or empty if nothing is scheduled} */
    public synchronized Optional<Duration> untilNextTask() {
        Task next = tasks.peek();
        return next == null ? Optional.empty() : Optional.of(Duration.ofNanos(Math.max(0, next.dueAt - elapsed)));
    }

    private void moveTo(long target) {
        Task task = nextUntil(target);
        while (task != null) {
            task.action.run();
            task = nextUntil(target);
        }
    }

    /** Takes the next task, with the clocks at its moment; if there is none, moves the clocks all the way. */
    private synchronized @Nullable Task nextUntil(long target) {
        Task next = tasks.peek();
        boolean due = next != null && next.dueAt <= target;
        elapsed = Math.max(elapsed, due ? next.dueAt : target);
        return due ? tasks.poll() : null;
    }

    private synchronized long dueAfter(Duration delay) {
        if (delay.isNegative()) {
            return elapsed;
        }
        Duration longest = Duration.ofNanos(Long.MAX_VALUE - elapsed);
        return delay.compareTo(longest) > 0 ? Long.MAX_VALUE : elapsed + delay.toNanos();
    }

    private synchronized void cancel(Task task) {
        tasks.remove(task);
    }

    /**
     * Something to run.
     *
     * @param dueAt at which elapsed time, in nanoseconds
     * @param number grows with each task
     * @param action what to run
     */
    private record Task(long dueAt, long number, Runnable action) {}
}
