// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import dev.rehydrate.instance.Revision;
import java.util.Objects;

/**
 * What a save expects to find, for optimistic concurrency control; anything else is answered as a mismatch, and nothing is
 * changed.
 */
public sealed interface Expected {

    /** Whatever is there, or nothing. */
    record Any() implements Expected {}

    /** No instance, or one that never got data and that no owner holds: for the first save. */
    record Absent() implements Expected {}

    /**
     * Just this state of this life.
     *
     * @param revision what the caller has seen
     */
    record At(Revision revision) implements Expected {
        /** Checks that nothing is missing. */
        public At {
            Objects.requireNonNull(revision, "revision");
        }
    }

    /** {@return no expectation} */
    static Expected any() {
        return new Any();
    }

    /** {@return the expectation that there is no instance yet} */
    static Expected absent() {
        return new Absent();
    }

    /**
     * The expectation that nothing has changed since a load or save.
     *
     * @param revision what the caller has seen
     * @return the expectation
     */
    static Expected revision(Revision revision) {
        return new At(revision);
    }
}
