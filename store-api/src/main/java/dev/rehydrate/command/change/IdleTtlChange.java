// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.change;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a save does to the idle time to live of the instance. An instance that is idle for longer counts as gone, unless a
 * live owner holds it, it has a due time, or it is suspended. A completion that keeps the instance ends its time to live, unless it sets
 * one itself.
 */
public sealed interface IdleTtlChange {

    /** Leaves the time to live as it is; a new instance gets the store's default. */
    record Keep() implements IdleTtlChange {}

    /**
     * Sets the time to live; it begins anew with every save, with every load that holds, and with every release.
     *
     * @param ttl how long the instance may be idle, or null for ever
     */
    record Set(@Nullable Duration ttl) implements IdleTtlChange {
        /**
         * Checks the time.
         *
         * @throws IllegalArgumentException if it is not positive
         */
        public Set {
            if (ttl != null && (ttl.isNegative() || ttl.isZero())) {
                throw new IllegalArgumentException("an idle time to live must be positive: " + ttl);
            }
        }
    }
}
