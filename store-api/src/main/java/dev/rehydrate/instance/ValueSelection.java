// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which named values a load hands back: all, some, or none. A name selects the value of the data bag and the value of the
 * metadata bag. The header and the promoted values are handed back whatever is selected, and so are the keys with their metadata,
 * unless some keys are selected: an instance may have thousands.
 *
 * @param isAll whether all values are selected
 * @param names the names of the selected values; empty if all are
 * @param keys the selected keys, which the instance need not have; null if all are selected
 */
public record ValueSelection(
        boolean isAll, Set<String> names, @Nullable Set<InstanceKey> keys) {

    private static final ValueSelection ALL = new ValueSelection(true, Set.of());
    private static final ValueSelection NONE = new ValueSelection(false, Set.of());

    /**
     * Copies the sets.
     *
     * @throws IllegalArgumentException if all values are selected and some are named as well
     */
    public ValueSelection {
        names = Set.copyOf(names);
        keys = keys == null ? null : Set.copyOf(keys);
        if (isAll && !names.isEmpty()) {
            throw new IllegalArgumentException("either all values are selected, or those that are named: " + names);
        }
    }

    /**
     * Selects all keys.
     *
     * @param isAll whether all values are selected
     * @param names the names of the selected values
     * @throws IllegalArgumentException if all values are selected and some are named as well
     */
    public ValueSelection(boolean isAll, Set<String> names) {
        this(isAll, names, null);
    }

    /** {@return the selection of all values} */
    public static ValueSelection all() {
        return ALL;
    }

    /** {@return the selection of no value} */
    public static ValueSelection none() {
        return NONE;
    }

    /**
     * Selects values by name. A name that an instance does not have selects nothing of it; one that is given twice counts once.
     *
     * @param names the names
     * @return the selection
     */
    public static ValueSelection of(String... names) {
        return new ValueSelection(false, Set.copyOf(List.of(names)));
    }

    /** {@return the same selection of values, and of no key} */
    public ValueSelection withoutKeys() {
        return new ValueSelection(isAll, names, Set.of());
    }

    /**
     * Selects a key.
     *
     * @param key the key
     * @return the same selection with this key, if not all keys are selected
     */
    public ValueSelection withKey(InstanceKey key) {
        if (keys == null) {
            return this;
        }
        if (keys.isEmpty()) {
            return new ValueSelection(isAll, names, Set.of(key));
        }
        Set<InstanceKey> more = new HashSet<>(keys);
        more.add(key);
        return new ValueSelection(isAll, names, more);
    }

    /**
     * Selects what another selection selects as well.
     *
     * @param other another selection
     * @return a selection that covers both
     */
    public ValueSelection and(ValueSelection other) {
        if (covers(other)) {
            return this;
        }
        boolean all = isAll || other.isAll;
        Set<String> allNames = new HashSet<>(all ? Set.of() : names);
        allNames.addAll(all ? Set.of() : other.names);
        if (keys == null || other.keys == null) {
            return new ValueSelection(all, allNames, null);
        }
        Set<InstanceKey> allKeys = new HashSet<>(keys);
        allKeys.addAll(other.keys);
        return new ValueSelection(all, allNames, allKeys);
    }

    /** {@return whether all values and all keys are selected} */
    public boolean isEverything() {
        return isAll && keys == null;
    }

    /**
     * Tells whether whatever another selection selects is selected.
     *
     * @param other another selection
     * @return whether an answer for this one has all that the other one needs
     */
    public boolean covers(ValueSelection other) {
        boolean values = isAll || (!other.isAll && names.containsAll(other.names));
        return values && (keys == null || (other.keys != null && keys.containsAll(other.keys)));
    }

    /**
     * Tells whether a value is selected.
     *
     * @param name its name
     * @return whether a load hands it back
     */
    public boolean includes(String name) {
        return isAll || names.contains(name);
    }
}
