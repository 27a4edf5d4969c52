// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.engine;

import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * When one update tries again: at once a few times, then after pauses that double up to a bound and are drawn at random, so
 * that writers of one entry do not meet again; and not at all after a deadline.
 */
final class Backoff {

    private static final int AT_ONCE = 3;
    private static final int DOUBLINGS = 3;
    private static final Duration SHORTEST = Duration.ofMillis(1);
    /** A patience of 'for ever' has no nanosecond form. */
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private final TimeSource time;
    private final AtomicInteger paused;
    private final long patience;
    private final long begin;
    private int attempts;

    /**
     * Begins now.
     *
     * @param paused counts the updates that pause
     */
    Backoff(TimeSource time, Duration patience, AtomicInteger paused) {
        this.paused = paused;
        this.time = time;
        this.patience = (patience.compareTo(LONGEST) < 0 ? patience : LONGEST).toNanos();
        this.begin = time.nanoTime();
    }

    /**
     * Runs the next attempt, now or later.
     *
     * @param attempt the attempt
     * @return false if the deadline is over, and there is no next attempt
     */
    boolean again(Runnable attempt) {
        int failed = ++attempts;
        if (failed < AT_ONCE) {
            attempt.run();
            return true;
        }
        Duration pause = pause(failed);
        if (time.nanoTime() - begin + pause.toNanos() > patience) {
            return false;
        }
        time.schedule(pause, () -> {
            paused.decrementAndGet();
            attempt.run();
        });
        paused.incrementAndGet();
        return true;
    }

    private static Duration pause(int failed) {
        long longest = SHORTEST.toNanos() << Math.min(DOUBLINGS, Math.max(0, failed - AT_ONCE));
        return Duration.ofNanos(ThreadLocalRandom.current().nextLong(longest / 2, longest + 1));
    }
}
