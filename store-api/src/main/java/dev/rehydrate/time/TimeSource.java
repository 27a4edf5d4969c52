// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.time;

import java.time.Duration;
import java.time.InstantSource;

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
