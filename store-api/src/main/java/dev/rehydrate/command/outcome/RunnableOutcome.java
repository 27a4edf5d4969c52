// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.outcome;

import dev.rehydrate.command.LoadRunnable;
import dev.rehydrate.instance.InstanceSnapshot;
import java.util.Objects;
import java.util.Optional;

/** The answers to {@link LoadRunnable} (contract §2.7). */
public sealed interface RunnableOutcome {

    /**
     * This one wants to run; the handle holds it.
     *
     * @param snapshot the instance
     */
    record Loaded(InstanceSnapshot snapshot) implements RunnableOutcome {
        /** Checks that nothing is missing. */
        public Loaded {
            Objects.requireNonNull(snapshot, "snapshot");
        }
    }

    /** Nothing wants to run just now, or others were faster. The handle is unchanged; wait for the event. */
    record NoneRunnable() implements RunnableOutcome {}

    /** {@return the snapshot, or empty if nothing wants to run} */
    default Optional<InstanceSnapshot> loaded() {
        return this instanceof Loaded loaded ? Optional.of(loaded.snapshot()) : Optional.empty();
    }
}
