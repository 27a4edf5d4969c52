// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** The machine's monotonic clock and scheduler with another wall clock. */
record NodeTime(InstantSource wall) implements TimeSource {

    @Override
    public Instant instant() {
        return wall.instant();
    }

    @Override
    public long nanoTime() {
        return TimeSource.system().nanoTime();
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable task) {
        return TimeSource.system().schedule(delay, task);
    }
}
