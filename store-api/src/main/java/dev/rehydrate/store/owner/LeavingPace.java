// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.owner;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Limits how many instances a store takes in a second only to give them back, because it cannot read them. Each of them is announced when
 * it is given back, so that another store can run it; this store would look for it at once, and again, if there are more than it
 * remembers to have left. Safe for use by many threads.
 */
public final class LeavingPace {

    /** As many as a host leaves before it pauses. */
    static final int MOST = 1_024;

    private static final long PERIOD_NANOS = Duration.ofSeconds(1).toNanos();

    private final LongSupplier nanoTime;
    private long periodBegan;
    private int inPeriod;
    private boolean refused;
    private boolean resumes;

    LeavingPace(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.periodBegan = nanoTime.getAsLong();
    }

    /** One was taken and is given back. */
    synchronized void count() {
        beginPeriodIfOver();
        inPeriod++;
    }

    /** {@return whether a further one may be tried in this period; if not, the search that asks ends, and is to be {@linkplain #resumeAfter resumed}} */
    public synchronized boolean hasRoom() {
        beginPeriodIfOver();
        boolean room = inPeriod < MOST;
        refused |= !room;
        return room;
    }

    /**
     * Says when searches that have ended for want of room are to be resumed, to the first that asks; {@link #resumed} or {@link #notPlanned} must follow then.
     *
     * @return after which time, or empty if none has ended so or another one has asked
     */
    public synchronized Optional<Duration> resumeAfter() {
        if (!refused || resumes) {
            return Optional.empty();
        }
        resumes = true;
        refused = false;
        // The second may have ended since the search did.
        return Optional.of(Duration.ofNanos(Math.max(0, PERIOD_NANOS - (nanoTime.getAsLong() - periodBegan))));
    }

    /** The time is over, and those that look are told. */
    public synchronized void resumed() {
        resumes = false;
    }

    /** What was to follow {@link #resumeAfter} could not be planned; the next one that asks plans it. */
    public synchronized void notPlanned() {
        resumes = false;
        refused = true;
    }

    private void beginPeriodIfOver() {
        long now = nanoTime.getAsLong();
        if (now - periodBegan >= PERIOD_NANOS) {
            periodBegan = now;
            inPeriod = 0;
        }
    }
}
