// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import java.util.Objects;

/**
 * What happens to an instance when a handler throws (contract §5.4). In every case nothing of the turn is kept and the
 * caller gets the {@link TurnFailedException}. A message that is refused with {@link Turn#refuse} is no failure.
 *
 * @param retries how often the turn is run again before
 * @param then what then
 */
public record UnhandledFailure(int retries, Then then) {

    /** What becomes of the instance. */
    public enum Then {
        /** It takes no messages until an administrator resumes it; the reason is stored with it. */
        SUSPEND,
        /** The message is dropped and the instance continues. A timer is retried later. */
        ABANDON,
        /** It is suspended and marked as failed. */
        FAIL
    }

    /** The default. */
    public static final UnhandledFailure SUSPEND = new UnhandledFailure(0, Then.SUSPEND);

    /** The instance goes on. */
    public static final UnhandledFailure ABANDON = new UnhandledFailure(0, Then.ABANDON);

    /** The instance has failed. */
    public static final UnhandledFailure FAIL = new UnhandledFailure(0, Then.FAIL);

    /**
     * Checks the number.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public UnhandledFailure {
        Objects.requireNonNull(then, "then");
        if (retries < 0) {
            throw new IllegalArgumentException("a turn cannot be run again " + retries + " times");
        }
    }

    /**
     * The same after some more attempts.
     *
     * @param times how often the turn is run again, with pauses, as long as the deadline of its call leaves time for it
     * @return the policy
     * @throws IllegalArgumentException if it is negative
     */
    public UnhandledFailure afterRetries(int times) {
        return new UnhandledFailure(times, then);
    }
}
