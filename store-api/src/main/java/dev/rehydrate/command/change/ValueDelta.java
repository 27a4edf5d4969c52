// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.change;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * A change of a bag of named values: what is put or replaced, and what is removed. Whatever is not named stays (contract
 * §1.6, merge rule).
 *
 * @param put values by name
 * @param remove names of values to remove; removing what is not there is no error
 * @param <V> what a value is: an object of the host, or its encoded form in a slot
 */
public record ValueDelta<V>(Map<String, V> put, Set<String> remove) {

    private static final ValueDelta<?> NONE = new ValueDelta<>(Map.of(), Set.of());

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
     * Changes nothing.
     *
     * @param <V> what a value is
     * @return the change
     */
    @SuppressWarnings("unchecked") // It has no value of any type.
    public static <V> ValueDelta<V> none() {
        return (ValueDelta<V>) NONE;
    }

    /**
     * Puts values.
     *
     * @param values values by name
     * @param <V> what a value is
     * @return the change
     * @throws IllegalArgumentException if a name is blank
     */
    public static <V> ValueDelta<V> putting(Map<String, V> values) {
        return new ValueDelta<>(values, Set.of());
    }

    /**
     * Removes values.
     *
     * @param names their names
     * @param <V> what a value is
     * @return the change
     * @throws IllegalArgumentException if a name is blank
     */
    public static <V> ValueDelta<V> removing(String... names) {
        return new ValueDelta<>(Map.of(), Set.copyOf(List.of(names)));
    }

    /** {@return whether this changes nothing} */
    public boolean isEmpty() {
        return put.isEmpty() && remove.isEmpty();
    }

    /**
     * Changes a bag.
     *
     * @param bag the values as they are
     * @return the values as they are after the change; a copy only if something of the bag stays beside something new
     */
    public Map<String, V> appliedTo(Map<String, V> bag) {
        if (bag.isEmpty()) {
            return put;
        }
        if (isEmpty()) {
            return bag;
        }
        Map<String, V> changed = new HashMap<>(bag);
        changed.keySet().removeAll(remove);
        changed.putAll(put);
        return changed;
    }

    /**
     * Gives the values another form.
     *
     * @param form makes the other form of the values of a bag
     * @param <W> what a value is then
     * @return the same change of values in that form
     */
    public <W> ValueDelta<W> map(Function<? super Map<String, V>, Map<String, W>> form) {
        return isEmpty() ? none() : new ValueDelta<>(form.apply(put), remove);
    }

    static void requireName(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a value needs a name");
        }
    }
}
