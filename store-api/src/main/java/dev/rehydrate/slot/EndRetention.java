// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.stability.Stable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long instances are kept that have come to an end: a time for each end state, counted from the end. What is over is
 * purged by the next sweep, with its keys.
 *
 * <p>An instance that a live owner holds is never purged. One that has failed is purged only if nothing is due for it, such as
 * a timer or a message that was not sent yet; one that was suspended otherwise waits for a person and has not come to an end.
 *
 * @param completed for how long an instance is kept that was completed, or ended by an administrator; null for ever
 * @param failed for how long an instance is kept that has failed and was not retried; null for ever
 */
@Stable
public record EndRetention(
        @Nullable Duration completed, @Nullable Duration failed) {

    /** Nothing is purged. */
    public static final EndRetention NEVER = new EndRetention(null, null);

    /**
     * Checks the times.
     *
     * @throws IllegalArgumentException if one is not positive
     */
    public EndRetention {
        requirePositive("completed", completed);
        requirePositive("failed", failed);
    }

    private static void requirePositive(String state, @Nullable Duration time) {
        if (time != null && (time.isZero() || time.isNegative())) {
            throw new IllegalArgumentException("the retention of " + state + " instances must be positive, not " + time
                    + "; to keep nothing, complete with DELETE");
        }
    }

    /**
     * Sets the time for completed instances.
     *
     * @param time how long they are kept, or null for ever
     * @return a copy
     * @throws IllegalArgumentException if it is not positive
     */
    public EndRetention ofCompleted(@Nullable Duration time) {
        return new EndRetention(time, failed);
    }

    /**
     * Sets the time for failed instances.
     *
     * @param time how long they are kept, or null for ever
     * @return a copy
     * @throws IllegalArgumentException if it is not positive
     */
    public EndRetention ofFailed(@Nullable Duration time) {
        return new EndRetention(completed, time);
    }
}
