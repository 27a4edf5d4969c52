// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.ValueSelection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How to load, and what to do if there is nothing to load (contract §2.5, §2.6). */
public sealed interface LoadMode {

    /**
     * Takes the hold of an initialized instance: a pessimistic lock, which ends with the lease of its owner.
     *
     * @param associate further keys that the instance shall have, with their metadata; all or nothing
     */
    record Hold(Map<InstanceKey, Map<String, InstanceValue>> associate) implements LoadMode {
        /**
         * Copies the map.
         *
         * @throws IllegalArgumentException if a name is blank
         */
        public Hold {
            associate = KeyChanges.associating(associate).associate();
        }
    }

    /**
     * Takes the hold; what does not exist is created, uninitialized, in the same step.
     *
     * @param newId the id of the instance to create. By id: must be null. By key: null for an instance at home of the key,
     *     which is the cheapest; ignored if the key is known.
     * @param associate further keys that the instance shall have, with their metadata; may contain the key that is looked
     *     up, to give it metadata
     */
    record HoldOrCreate(@Nullable InstanceId newId, Map<InstanceKey, Map<String, InstanceValue>> associate)
            implements LoadMode {
        /**
         * Copies the map.
         *
         * @throws IllegalArgumentException if a name is blank
         */
        public HoldOrCreate {
            associate = KeyChanges.associating(associate).associate();
        }
    }

    /**
     * Takes nothing and is refused nothing: for a save that expects the revision that was read. Only initialized
     * instances are found.
     *
     * @param freshness how new the answer must be
     * @param values which values the answer has
     */
    record Free(Freshness freshness, ValueSelection values) implements LoadMode {
        /** Checks that nothing is missing. */
        public Free {
            Objects.requireNonNull(freshness, "freshness");
            Objects.requireNonNull(values, "values");
        }

        /**
         * Selects the values that the answer has; header, keys and promoted values are there anyway.
         *
         * @param names their names, in the data bag and in the metadata bag
         * @return a load with these values only
         */
        public Free withValues(String... names) {
            return new Free(freshness, new ValueSelection(false, Set.copyOf(List.of(names)), values.keys()));
        }

        /** {@return a load of header, keys and promoted values only} */
        public Free withoutValues() {
            return withValues();
        }

        /**
         * Leaves out the keys, of which an instance may have thousands. A load by id then answers a snapshot without any key, and
         * a load by key one with that key alone, with its state and metadata, whichever key of the instance it is. That other
         * keys are missing from the answer says nothing of whether the instance has them. Selected values, header and promoted
         * values are as in any other load.
         *
         * @return a load whose answer has no key, or only the one by which the instance is looked up
         */
        public Free withoutKeys() {
            return new Free(freshness, values.withoutKeys());
        }
    }

    /**
     * Takes nothing and shows an instance in every state, for tools.
     *
     * @param values which values the answer has
     */
    record Peek(ValueSelection values) implements LoadMode {
        /** Checks that nothing is missing. */
        public Peek {
            Objects.requireNonNull(values, "values");
        }

        /**
         * Selects the values that the answer has; header, keys and promoted values are there anyway.
         *
         * @param names their names, in the data bag and in the metadata bag
         * @return a load with these values only
         */
        public Peek withValues(String... names) {
            return new Peek(new ValueSelection(false, Set.copyOf(List.of(names)), values.keys()));
        }

        /** {@return a load of header, keys and promoted values only} */
        public Peek withoutValues() {
            return withValues();
        }

        /**
         * Leaves out the keys, of which an instance may have thousands. A load by id then answers a snapshot without any key, and
         * a load by key one with that key alone, with its state and metadata, whichever key of the instance it is. That other
         * keys are missing from the answer says nothing of whether the instance has them. Selected values, header and promoted
         * values are as in any other load.
         *
         * @return a load whose answer has no key, or only the one by which the instance is looked up
         */
        public Peek withoutKeys() {
            return new Peek(values.withoutKeys());
        }
    }

    /** How new the answer to a free load must be. */
    enum Freshness {
        /**
         * Any copy will do, for example a backup on the caller's own machine. A stale one does no harm: a save that expects
         * its revision is answered with a mismatch.
         */
        NEAREST,
        /** The answer includes every change that was acknowledged before the load. */
        AUTHORITATIVE
    }

    /** {@return a load that takes the hold} */
    static LoadMode hold() {
        return new Hold(Map.of());
    }

    /** {@return a load that takes the hold and creates what is not there} */
    static LoadMode holdOrCreate() {
        return new HoldOrCreate(null, Map.of());
    }

    /** {@return a load that takes nothing, from the nearest copy} */
    static Free free() {
        return new Free(Freshness.NEAREST, ValueSelection.all());
    }

    /** {@return a load that takes nothing and includes every acknowledged change} */
    static Free authoritative() {
        return new Free(Freshness.AUTHORITATIVE, ValueSelection.all());
    }

    /** {@return a load for tools} */
    static Peek peek() {
        return new Peek(ValueSelection.all());
    }
}
