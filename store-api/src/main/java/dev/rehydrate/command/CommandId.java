// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import java.util.UUID;

/**
 * Names one intention to change something. Giving the same command with the same id again changes nothing and answers the
 * same; this is how an {@linkplain OutcomeUnknownException unknown outcome} is settled.
 *
 * @param high the upper 64 bits
 * @param low the lower 64 bits
 */
public record CommandId(long high, long low) {

    /**
     * Draws a new id.
     *
     * @return a random id
     */
    public static CommandId random() {
        return RandomCommandIds.next();
    }

    /** {@return the bits in the usual form of a UUID} */
    @Override
    public String toString() {
        return new UUID(high, low).toString();
    }
}
