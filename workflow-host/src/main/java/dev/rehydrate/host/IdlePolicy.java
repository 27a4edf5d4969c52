// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import java.time.Duration;

/**
 * When an idle instance is saved and evicted from memory (contract §5.2). Both times count from the end of the last turn; a
 * new message calls both off.
 *
 * @param timeToPersist after this time unsaved changes are saved, and the instance stays in memory; zero for at once.
 *     Without effect unless it is shorter than {@code timeToUnload}.
 * @param timeToUnload after this time unsaved changes are saved and the instance leaves memory, in one step; zero for at
 *     once, which means before the reply is given
 */
public record IdlePolicy(Duration timeToPersist, Duration timeToUnload) {

    /** A time that never comes. */
    public static final Duration NEVER = Duration.ofSeconds(Long.MAX_VALUE);

    /** Unload after one minute, do not persist before. */
    public static final IdlePolicy DEFAULT = new IdlePolicy(NEVER, Duration.ofMinutes(1));

    /** Unload after every turn, for farms without sessions. */
    public static final IdlePolicy UNLOAD_AT_ONCE = new IdlePolicy(NEVER, Duration.ZERO);

    /**
     * Checks the times.
     *
     * @throws IllegalArgumentException if one is negative
     */
    public IdlePolicy {
        if (timeToPersist.isNegative()) {
            throw new IllegalArgumentException("timeToPersist must not be negative: " + timeToPersist);
        }
        if (timeToUnload.isNegative()) {
            throw new IllegalArgumentException("timeToUnload must not be negative: " + timeToUnload);
        }
    }

    /**
     * The same policy with another time.
     *
     * @param time when to save unsaved changes; zero for at once, {@link #NEVER} for not before the unload
     * @return a copy
     * @throws IllegalArgumentException if it is negative
     */
    public IdlePolicy persistAfter(Duration time) {
        return new IdlePolicy(time, timeToUnload);
    }

    /**
     * The same policy with another time.
     *
     * @param time when to unload; zero for after every turn, {@link #NEVER} for never
     * @return a copy
     * @throws IllegalArgumentException if it is negative
     */
    public IdlePolicy unloadAfter(Duration time) {
        return new IdlePolicy(timeToPersist, time);
    }

    /** {@return whether instances leave memory after every turn} */
    public boolean unloadsAtOnce() {
        return timeToUnload.isZero();
    }

    /** {@return whether an idle instance is saved before it is unloaded} */
    public boolean persistsFirst() {
        return timeToPersist.compareTo(timeToUnload) < 0;
    }

    /** {@return the time from the save of an idle instance to its unload} */
    public Duration unloadAfterPersist() {
        return timeToUnload.equals(NEVER) ? NEVER : timeToUnload.minus(timeToPersist);
    }
}
