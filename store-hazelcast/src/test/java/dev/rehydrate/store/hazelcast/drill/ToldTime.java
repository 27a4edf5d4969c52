// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** The time that the test sets, on both clocks: the monotonic one moves as the other does. Only the scheduler is real. */
record ToldTime(InstantSource said) implements TimeSource {

    @Override
    public Instant instant() {
        return said.instant();
    }

    @Override
    public long nanoTime() {
        return Duration.between(Instant.EPOCH, said.instant()).toNanos();
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable task) {
        return TimeSource.system().schedule(delay, task);
    }
}
