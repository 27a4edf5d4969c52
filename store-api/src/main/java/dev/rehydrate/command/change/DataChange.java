// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.change;

import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * What a save does to the data bag (contract §2.4).
 *
 * @param <V> what a value is: an object of the host, or its encoded form in a slot
 */
public sealed interface DataChange<V> {

    /** {@return the values that are put, by name} */
    Map<String, V> put();

    /**
     * Gives the values another form.
     *
     * @param form makes the other form of the values of a bag
     * @param <W> what a value is then
     * @return the same change of values in that form
     */
    <W> DataChange<W> map(Function<? super Map<String, V>, Map<String, W>> form);

    /**
     * Leaves the data as it is.
     *
     * @param <V> what a value is
     */
    record Unchanged<V>() implements DataChange<V> {
        @Override
        public Map<String, V> put() {
            return Map.of();
        }

        @Override
        public <W> DataChange<W> map(Function<? super Map<String, V>, Map<String, W>> form) {
            return new Unchanged<>();
        }
    }

    /**
     * Replaces the whole bag and makes the instance initialized: a value that is not named here is gone.
     *
     * @param values values by name
     * @param <V> what a value is
     */
    record Replace<V>(Map<String, V> values) implements DataChange<V> {
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

        @Override
        public Map<String, V> put() {
            return values;
        }

        @Override
        public <W> DataChange<W> map(Function<? super Map<String, V>, Map<String, W>> form) {
            return new Replace<>(form.apply(values));
        }
    }

    /**
     * Changes some values and makes the instance initialized; only these travel to the store.
     *
     * @param delta what changes
     * @param <V> what a value is
     */
    record Change<V>(ValueDelta<V> delta) implements DataChange<V> {
        /** Checks that nothing is missing. */
        public Change {
            Objects.requireNonNull(delta, "delta");
        }

        @Override
        public Map<String, V> put() {
            return delta.put();
        }

        @Override
        public <W> DataChange<W> map(Function<? super Map<String, V>, Map<String, W>> form) {
            return new Change<>(delta.map(form));
        }
    }
}
