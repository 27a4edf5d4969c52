// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import dev.rehydrate.time.TimeSource;
import java.time.Duration;

/** When housekeeping last succeeded, on the monotonic clock. */
final class Pulse {

    private final TimeSource time;
    private volatile long sweptAt;

    Pulse(TimeSource time) {
        this.time = time;
        this.sweptAt = time.nanoTime();
    }

    void swept() {
        sweptAt = time.nanoTime();
    }

    Duration sinceSweep() {
        return Duration.ofNanos(time.nanoTime() - sweptAt);
    }
}
