// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.state;

import dev.rehydrate.instance.EndOfTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message that an instance gets at some time.
 *
 * @param name what names it within the instance; setting another with this name replaces it
 * @param operation the operation of the message
 * @param at when it is due
 * @param every after how long it is due again, or null for never
 * @param attempts how often its turn has failed since it was done last
 * @param payload the message
 */
public record Timer(
        String name, String operation, Instant at, @Nullable Duration every, int attempts, Payload payload) {

    /** Checks that nothing is missing. */
    public Timer {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(operation, "operation");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(payload, "payload");
    }

    /**
     * The first moment after another that is a whole number of periods after midnight of the first of January 1970, UTC: with
     * ten minutes at 0, 10, 20 … past the hour.
     *
     * @param period the period
     * @param after a moment
     * @return the first such moment after it
     */
    public static Instant aligned(Duration period, Instant after) {
        long passed = Duration.between(Instant.EPOCH, after).dividedBy(period);
        return EndOfTime.orAfter(Instant.EPOCH, period.multipliedBy(passed + 1));
    }

    Timer again(Instant now) {
        return new Timer(name, operation, aligned(Objects.requireNonNull(every), now), every, 0, payload);
    }

    Timer postponed(Instant until) {
        return new Timer(name, operation, until, every, attempts + 1, payload);
    }
}
