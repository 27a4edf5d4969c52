// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import dev.rehydrate.time.TimeSource;
import java.time.Duration;

/**
 * The lease of an owner of this process as the owner judges it itself: it counts from before the last beat that was
 * confirmed was sent, and is therefore over here before it is over for anybody who watches.
 */
final class OwnLease {

    private final TimeSource time;
    private final long nanos;
    private volatile long provenAt;
    private long beat;

    OwnLease(TimeSource time, Duration duration, long registeredAt) {
        this.time = time;
        this.nanos = duration.toNanos();
        this.provenAt = registeredAt;
    }

    boolean isOver() {
        return time.nanoTime() - provenAt >= nanos;
    }

    Duration sinceProven() {
        return Duration.ofNanos(time.nanoTime() - provenAt);
    }

    synchronized long nextBeat() {
        return ++beat;
    }

    synchronized void proven(long sentAt) {
        if (sentAt - provenAt > 0) {
            provenAt = sentAt;
        }
    }
}
