// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.change;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a save does to the suspension of the instance (contract §2.4). */
public sealed interface SuspensionChange {

    /** Leaves the instance suspended, or not, as it is. */
    record Keep() implements SuspensionChange {}

    /** The instance may run again. */
    record Resume() implements SuspensionChange {}

    /**
     * The instance may not run until it is resumed.
     *
     * @param reason what a person should know
     * @param failure the type of the exception that led to it, or null
     * @param failed whether the instance has failed, and is not only put aside
     */
    record Suspend(String reason, @Nullable String failure, boolean failed) implements SuspensionChange {

        /**
         * Suspends an instance that has not failed.
         *
         * @param reason what a person should know
         * @param failure the type of the exception that led to it, or null
         */
        public Suspend(String reason, @Nullable String failure) {
            this(reason, failure, false);
        }

        /** Checks that nothing is missing. */
        public Suspend {
            Objects.requireNonNull(reason, "reason");
        }
    }
}
