// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** The clocks of a node: its wall clock can be another one than the machine's; monotonic clock and scheduler are the machine's. */
final class NodeClock implements TimeSource {

    private final InstantSource wall;
    private volatile Duration offset = Duration.ZERO;

    NodeClock(InstantSource wall) {
        this.wall = wall;
    }

    /** Sets the wall clock, as a person or a time server would. */
    void jumpTo(Duration newOffset) {
        offset = newOffset;
    }

    @Override
    public Instant instant() {
        return wall.instant().plus(offset);
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
