// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import dev.rehydrate.instance.InstanceValue;
import java.util.Collections;
import java.util.Map;
import java.util.Set;

/**
 * A change of a bag of named values: what is put or replaced, and what is removed. Whatever is not named stays (contract
 * §1.6, merge rule).
 *
 * @param put values by name
 * @param remove names of values to remove; removing what is not there is no error
 */
public record ValueDelta(Map<String, InstanceValue> put, Set<String> remove) {

    /** Changes nothing. */
    public static final ValueDelta NONE = new ValueDelta(Map.of(), Set.of());

    /**
     * Copies both.
     *
     * @throws IllegalArgumentException if a name is blank or is both put and removed
     * @throws NullPointerException if a name or a value is null
     */
    public ValueDelta {
        put = Map.copyOf(put);
        remove = Set.copyOf(remove);
        put.keySet().forEach(ValueDelta::requireName);
        remove.forEach(ValueDelta::requireName);
        if (!Collections.disjoint(put.keySet(), remove)) {
            throw new IllegalArgumentException(
                    "a value is both put and removed: put=" + put.keySet() + " remove=" + remove);
        }
    }

    /**
     * Puts values.
     *
     * @param values values by name
     * @return the change
     * @throws IllegalArgumentException if a name is blank
     */
    public static ValueDelta putting(Map<String, InstanceValue> values) {
        return new ValueDelta(values, Set.of());
    }

    /**
     * Removes values.
     *
     * @param names their names
     * @return the change
     * @throws IllegalArgumentException if a name is blank
     */
    public static ValueDelta removing(String... names) {
        return new ValueDelta(Map.of(), Set.of(names));
    }

    /** {@return whether this changes nothing} */
    public boolean isEmpty() {
        return put.isEmpty() && remove.isEmpty();
    }

    static void requireName(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a value needs a name");
        }
    }
}
