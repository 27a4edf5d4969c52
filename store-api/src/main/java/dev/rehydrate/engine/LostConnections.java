// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.engine;

import dev.rehydrate.time.TimeSource;
import java.time.Duration;

/**
 * When a connection of an engine was lost last. What answers since then may lack what was acknowledged before: a standby that became the
 * primary without the last commits, or a farm that has begun anew. Used by many threads.
 */
public final class LostConnections {

    /** Longer than the steps of one command are apart. Each attempt that fails begins it anew. */
    private static final Duration LATELY = Duration.ofMinutes(1);

    private final TimeSource time;
    private volatile long lastAt;
    private volatile boolean any;

    /**
     * Knows of none.
     *
     * @param time the time
     */
    public LostConnections(TimeSource time) {
        this.time = time;
    }

    /** One is lost, or could not be had. */
    public void lost() {
        lastAt = time.nanoTime();
        any = true;
    }

    /** {@return whether one was lost a short time ago} */
    public boolean wasOneLostLately() {
        return any && time.nanoTime() - lastAt < LATELY.toNanos();
    }
}
