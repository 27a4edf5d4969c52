// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.time;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Wall clock, monotonic ticker and scheduling in one argument. Whatever the store does later or judges by age, it does
 * through this, so that a test moves time by hand and waits for nothing.
 *
 * <p>The wall clock decides due times and expiry; leases are judged by {@link #nanoTime()} alone, and never by comparing
 * readings of two machines. Implementations are safe for use by many threads.
 */
public interface TimeSource extends InstantSource {

    /**
     * Reads a monotonic clock that is unrelated to the wall clock; only differences have a meaning.
     *
     * @return nanoseconds since an arbitrary origin of this process
     */
    long nanoTime();

    /**
     * Runs a task once, later, on a thread of this time source. The task must not block.
     *
     * @param delay how long to wait; zero or negative means as soon as possible
     * @param task what to run
     * @return cancels the task if it has not started
     */
    Cancellable schedule(Duration delay, Runnable task);

    /**
     * Runs a task once, later, or a little earlier than that if others run then. Periodic tasks of many stores in one process wake
     * its thread once, so, and not once for each store; by default the task runs when the delay is over.
     *
     * @param delay how long to wait at most; zero or negative means as soon as possible
     * @param slack how much earlier the task may run; zero or negative means not at all
     * @param task what to run
     * @return cancels the task if it has not started
     */
    default Cancellable schedule(Duration delay, Duration slack, Runnable task) {
        return schedule(delay, task);
    }

    /**
     * Runs a task once, later, and says what goes on only then. A time source that is moved by hand tells it to the person who
     * has to move it; by default nothing is told.
     *
     * @param delay how long to wait; zero or negative means as soon as possible
     * @param task what to run
     * @param waiting says what waits, with its instance or key; asked only when it is reported
     * @return cancels the task if it has not started
     */
    default Cancellable schedule(Duration delay, Runnable task, Supplier<String> waiting) {
        return schedule(delay, task);
    }

    /**
     * Told by a thread that is about to block until an answer is there. A time source that stands still may fail here, instead of
     * letting the thread wait for a moment that never comes; by default nothing happens.
     *
     * @param answer what the thread will wait for
     * @param what says what that is; asked only when it is reported
     * @throws IllegalStateException if the answer comes only when time is moved, and time is not moved
     */
    default void beforeBlocking(CompletableFuture<?> answer, Supplier<String> what) {
        // Time that passes by itself brings the answer, or the deadline.
    }

    /**
     * Tells whether instants are those of the clock of this machine, so that they can be compared with those of another one.
     *
     * @return false if they are made up, as in a test; by default they are
     */
    default boolean isWallClock() {
        return false;
    }

    /**
     * The machine's clocks and one shared daemon thread.
     *
     * @return the time source of production
     */
    static TimeSource system() {
        return SystemTimeSource.SHARED;
    }

    /** A scheduled task that can be called off. */
    @FunctionalInterface
    interface Cancellable {
        /** Calls the task off; without effect when it has started or was called off before. */
        void cancel();
    }
}
