// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.engine;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Decides which one of several engines over the same data in one process sweeps. An engine that has the turn keeps it for as
 * long as it asks again in time; the turn of an engine that is stuck goes to another one. Safe for use by many threads.
 */
public final class SweepTurn {

    private static final int MISSED_PERIODS = 2;

    private @Nullable Object engine;
    private Instant renewedAt = Instant.EPOCH;

    /** Makes a turn that no engine has. */
    public SweepTurn() {}

    /**
     * Takes the turn, or renews it.
     *
     * @param taker the engine that wants to sweep
     * @param period how often it asks
     * @param now the present
     * @return whether the engine has the turn now
     */
    public synchronized boolean take(Object taker, Duration period, Instant now) {
        boolean free = engine == null || engine == taker || isStale(period, now);
        if (free) {
            engine = taker;
            renewedAt = now;
        }
        return free;
    }

    private boolean isStale(Duration period, Instant now) {
        Duration silent = Duration.between(renewedAt, now);
        // Divided, not multiplied: a period can be 'for ever'. A wall clock that was set back proves nothing.
        return silent.isNegative() || silent.dividedBy(MISSED_PERIODS).compareTo(period) > 0;
    }

    /**
     * Gives the turn up. Without effect if another engine has it.
     *
     * @param holder the engine that will not sweep any more
     * @return whether the engine had the turn
     */
    public synchronized boolean release(Object holder) {
        boolean had = engine == holder;
        engine = had ? null : engine;
        return had;
    }
}
