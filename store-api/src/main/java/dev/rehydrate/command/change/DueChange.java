// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.change;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** What a save does to the time at which the instance wants to run without a message (contract §2.4 step 9). */
public sealed interface DueChange {

    /** Leaves the due time as it is. */
    record Keep() implements DueChange {}

    /** The instance waits for messages only. */
    record Never() implements DueChange {}

    /**
     * The instance wants to run at a moment of the store's clock.
     *
     * @param when the moment; one that has passed means at once
     */
    record At(Instant when) implements DueChange {
        /** Checks that nothing is missing. */
        public At {
            Objects.requireNonNull(when, "when");
        }
    }

    /**
     * The instance wants to run some time after the save, which needs no agreement of clocks between host and store.
     *
     * @param delay the time from the save on; zero means at once
     */
    record After(Duration delay) implements DueChange {
        /**
         * Checks the delay.
         *
         * @throws IllegalArgumentException if it is negative
         */
        public After {
            if (delay.isNegative()) {
                throw new IllegalArgumentException("a delay must not be negative: " + delay);
            }
        }
    }
}
