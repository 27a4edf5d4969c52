// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Time in which some calls to schedule fail, as when memory is short.
 *
 * @param time the time itself
 * @param failures how many of the next calls fail
 */
public record ShortOfTimers(TimeSource time, AtomicInteger failures) implements TimeSource {

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
        if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new InternalError("no memory is left for a timer");
        }
        return time.schedule(delay, task);
    }
}
