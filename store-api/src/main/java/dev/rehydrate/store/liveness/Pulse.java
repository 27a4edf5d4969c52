// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.liveness;

import dev.rehydrate.time.TimeSource;
import java.time.Duration;

/** When housekeeping last succeeded, on the monotonic clock. */
public final class Pulse {

    private final TimeSource time;
    private volatile long sweptAt;

    /** No sweep has run yet. */
    public Pulse(TimeSource time) {
        this.time = time;
        this.sweptAt = time.nanoTime();
    }

    /** Notes that a sweep has run. */
    public void swept() {
        sweptAt = time.nanoTime();
    }

    /** {@return the time since the last sweep} */
    public Duration sinceSweep() {
        return Duration.ofNanos(time.nanoTime() - sweptAt);
    }
}
