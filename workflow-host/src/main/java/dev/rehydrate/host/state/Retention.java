// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.state;

import java.time.Duration;

/**
 * How many processed messages are remembered, and for how long.
 *
 * @param count how many at most
 * @param age for how long at most
 */
public record Retention(int count, Duration age) {

    /** 32 messages, for one day. */
    public static final Retention DEFAULT = new Retention(32, Duration.ofDays(1));

    /**
     * Checks the limits.
     *
     * @throws IllegalArgumentException if the count or the age is not positive
     */
    public Retention {
        if (count < 1 || age.isZero() || age.isNegative()) {
            throw new IllegalArgumentException("not a memory: count=" + count + " age=" + age);
        }
    }
}
