// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.Revision;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a caller wants of one call.
 *
 * @param deadline how long the caller waits for the answer, counted from the call; the host waits, repeats and saves within
 *     this time only
 * @param expectedRevision the state the caller has seen: in any other the turn does not run and the answer is {@code Stale}
 *     (HTTP If-Match). Null for any.
 */
public record CallOptions(Duration deadline, @Nullable Revision expectedRevision) {

    /** Thirty seconds, any revision. */
    public static final CallOptions DEFAULT = new CallOptions(Duration.ofSeconds(30), null);

    /**
     * Checks the deadline.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public CallOptions {
        if (deadline.isZero() || deadline.isNegative()) {
            throw new IllegalArgumentException("a deadline must be positive: " + deadline);
        }
    }

    /**
     * The same with another deadline.
     *
     * @param time how long the caller waits
     * @return a copy
     * @throws IllegalArgumentException if it is not positive
     */
    public CallOptions within(Duration time) {
        return new CallOptions(time, expectedRevision);
    }

    /**
     * The same for one state of the instance only.
     *
     * @param seen the revision the caller has seen
     * @return a copy
     */
    public CallOptions ifMatch(Revision seen) {
        return new CallOptions(deadline, seen);
    }
}
