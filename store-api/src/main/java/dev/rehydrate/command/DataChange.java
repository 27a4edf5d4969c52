// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import dev.rehydrate.instance.InstanceValue;
import java.util.Map;
import java.util.Objects;

/** What a save does to the data bag (contract §2.4). */
public sealed interface DataChange {

    /** Leaves the data as it is. */
    record Unchanged() implements DataChange {}

    /**
     * Replaces the whole bag and makes the instance initialized: a value that is not named here is gone.
     *
     * @param values values by name
     */
    record Replace(Map<String, InstanceValue> values) implements DataChange {
        /**
         * Copies the map.
         *
         * @throws IllegalArgumentException if a name is blank
         * @throws NullPointerException if a name or a value is null
         */
        public Replace {
            values = Map.copyOf(values);
            values.keySet().forEach(ValueDelta::requireName);
        }
    }

    /**
     * Changes some values and makes the instance initialized; only these travel to the store.
     *
     * @param delta what changes
     */
    record Change(ValueDelta delta) implements DataChange {
        /** Checks that nothing is missing. */
        public Change {
            Objects.requireNonNull(delta, "delta");
        }
    }
}
