// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.liveness;

import dev.rehydrate.time.TimeSource;
import java.time.Duration;

/**
 * The lease of an owner of this process. It counts from the moment before the last confirmed heartbeat was sent, so that the
 * owner notices lease expiry before any failure detector does.
 */
public final class OwnLease {

    private final TimeSource time;
    private final long nanos;
    private volatile long provenAt;
    private long beat;

    /** A lease that begins when the owner is registered. */
    public OwnLease(TimeSource time, Duration duration, long registeredAt) {
        this.time = time;
        this.nanos = duration.toNanos();
        this.provenAt = registeredAt;
    }

    /** {@return whether the lease has ended} */
    public boolean isOver() {
        return time.nanoTime() - provenAt >= nanos;
    }

    /** {@return the time since the last heartbeat that was confirmed} */
    public Duration sinceProven() {
        return Duration.ofNanos(time.nanoTime() - provenAt);
    }

    /** {@return the number of the next heartbeat} */
    public synchronized long nextBeat() {
        return ++beat;
    }

    /** Notes that a heartbeat which was sent at that moment is confirmed. */
    public synchronized void proven(long sentAt) {
        if (sentAt - provenAt > 0) {
            provenAt = sentAt;
        }
    }
}
