// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait between attempts: twice as long each time up to a limit, of which a random part between half and all is
 * used (jitter), so that waiting hosts do not retry in step.
 *
 * @param first the wait after the first attempt
 * @param longest no wait is longer
 */
public record Backoff(Duration first, Duration longest) {

    /** From 10 ms to 500 ms. */
    public static final Backoff DEFAULT = new Backoff(Duration.ofMillis(10), Duration.ofMillis(500));

    /** Five seconds, as WF's basic retry waits for an instance that is held elsewhere (contract §4.3). */
    public static final Backoff BASIC = new Backoff(Duration.ofSeconds(5), Duration.ofSeconds(5));

    /** From 100 ms to ten seconds, as WF's aggressive retry (contract §4.3). */
    public static final Backoff AGGRESSIVE = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(10));

    private static final int MOST_DOUBLINGS = 20;

    /**
     * Checks the times.
     *
     * @throws IllegalArgumentException if the first is not positive or longer than the longest
     */
    public Backoff {
        if (first.isZero() || first.isNegative() || first.compareTo(longest) > 0) {
            throw new IllegalArgumentException("not a backoff: first=" + first + " longest=" + longest);
        }
    }

    /**
     * The longest wait after some attempts.
     *
     * @param attempts how many, at least 1
     * @return the wait without its random part
     */
    public Duration atMost(int attempts) {
        int doublings = Math.min(Math.max(attempts, 1) - 1, MOST_DOUBLINGS);
        Duration full = first.multipliedBy(1L << doublings);
        return full.compareTo(longest) > 0 ? longest : full;
    }

    /**
     * The wait after some attempts.
     *
     * @param attempts how many, at least 1
     * @param random where the random part comes from
     * @return between half of {@link #atMost} and all of it
     */
    public Duration delay(int attempts, RandomGenerator random) {
        long nanos = atMost(attempts).toNanos();
        return Duration.ofNanos(nanos - random.nextLong(nanos / 2 + 1));
    }
}
