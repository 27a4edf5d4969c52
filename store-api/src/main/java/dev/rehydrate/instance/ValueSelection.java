// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import java.util.Set;

/**
 * Which named values a load hands back: all, some, or none. A name selects the value of the data bag and the value of the
 * metadata bag. The header, the keys with their metadata and the promoted values are handed back whatever is selected.
 *
 * @param isAll whether all values are selected
 * @param names the names of the selected values; empty if all are
 */
public record ValueSelection(boolean isAll, Set<String> names) {

    private static final ValueSelection ALL = new ValueSelection(true, Set.of());
    private static final ValueSelection NONE = new ValueSelection(false, Set.of());

    /**
     * Copies the set.
     *
     * @throws IllegalArgumentException if all values are selected and some are named as well
     */
    public ValueSelection {
        names = Set.copyOf(names);
        if (isAll && !names.isEmpty()) {
            throw new IllegalArgumentException("either all values are selected, or those that are named: " + names);
        }
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
     * Selects values by name. A name that an instance does not have selects nothing of it.
     *
     * @param names the names
     * @return the selection
     */
    public static ValueSelection of(String... names) {
        return new ValueSelection(false, Set.of(names));
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
