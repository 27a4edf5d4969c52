// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.state;

import dev.rehydrate.instance.SafeText;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message that is to be sent.
 *
 * @param number its place in the order of its instance
 * @param id the same at every attempt to send it
 * @param destination the destination that the turn has named
 * @param at not before
 * @param attempts how often the sink has failed to take it
 * @param problem why it was not taken the last time, or null
 * @param dead whether it is a dead letter, until an administrator redrives it
 * @param payload the message
 */
public record OutboxEntry(
        long number,
        UUID id,
        String destination,
        Instant at,
        int attempts,
        @Nullable String problem,
        boolean dead,
        Payload payload) {

    /** Checks that nothing is missing, and makes the problem safe to print. */
    public OutboxEntry {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(destination, "destination");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(payload, "payload");
        problem = problem == null ? null : SafeText.line(problem);
    }

    OutboxEntry failed(Instant retryAt, String why, boolean forGood) {
        return new OutboxEntry(number, id, destination, retryAt, attempts + 1, why, forGood, payload);
    }

    OutboxEntry postponed(Instant until, String why) {
        return new OutboxEntry(number, id, destination, until, attempts, why, false, payload);
    }

    OutboxEntry redriven(Instant now) {
        return new OutboxEntry(number, id, destination, now, 0, problem, false, payload);
    }
}
