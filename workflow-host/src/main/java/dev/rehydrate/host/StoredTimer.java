// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import java.time.Instant;
import java.util.Objects;

/**
 * A timer of an instance, as it was at some moment.
 *
 * @param name what names it within the instance
 * @param operation the operation of its message
 * @param at when it is due
 * @param attempts how often its turn has failed since it was done last
 */
public record StoredTimer(String name, String operation, Instant at, int attempts) {

    /** Checks that nothing is missing. */
    public StoredTimer {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(operation, "operation");
        Objects.requireNonNull(at, "at");
    }
}
