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

    /** An instance that has data, whatever its revision: the save never creates one. */
    record Present() implements Expected {}

    /**
     * A state with this number, in whatever life: for callers that can keep no more than a number. An instance that was deleted
     * and created again begins again at number 1, so a number may mean a state of another life; {@link At} never does.
     *
     * @param number the number of the revision that the caller has seen
     */
    record Numbered(long number) implements Expected {
        /**
         * Checks the number.
         *
         * @throws IllegalArgumentException if it is less than 1
         */
        public Numbered {
            if (number < 1) {
                throw new IllegalArgumentException("the numbers of revisions begin with 1, not with " + number);
            }
        }
    }

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

    /** {@return the expectation that there is an instance with data} */
    static Expected present() {
        return new Present();
    }

    /**
     * The expectation that the revision has a number, in whatever life.
     *
     * @param number the number of the revision that the caller has seen
     * @return the expectation
     * @throws IllegalArgumentException if it is less than 1
     */
    static Expected numbered(long number) {
        return new Numbered(number);
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
