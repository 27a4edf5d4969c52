// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import java.time.Duration;

/** What makes sense as a setting. */
final class Bounds {

    private static final Duration YEAR = Duration.ofDays(365);

    private Bounds() {}

    static int atLeastOne(String what, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("the limit of " + what + " is at least 1, not " + limit);
        }
        return limit;
    }

    static Duration positive(String what, Duration duration) {
        if (duration.isZero() || duration.isNegative()) {
            throw new IllegalArgumentException(what + " must be positive: " + duration);
        }
        return duration;
    }

    /** A message that a dead host has locked is blocked for this time. */
    static Duration upToAYear(String what, Duration duration) {
        if (duration.compareTo(YEAR) > 0) {
            throw new IllegalArgumentException(what + " is at most a year, not " + duration);
        }
        return positive(what, duration);
    }
}
