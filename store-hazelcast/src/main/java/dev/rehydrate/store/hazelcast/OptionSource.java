// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What one source says, and what is wrong with it. Filled once, then read. */
final class OptionSource {

    /**
     * What is said of one setting.
     *
     * @param text the value, several parted by commas
     * @param isList whether it was written as a list
     * @param where where it is said, for people
     */
    record Entry(String text, boolean isList, String where) {}

    private final Map<Setting<?>, Entry> entries = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();

    Map<Setting<?>, Entry> entries() {
        return entries;
    }

    List<String> problems() {
        return problems;
    }

    void add(Setting<?> setting, Entry entry) {
        Entry earlier = entries.put(setting, entry);
        if (earlier != null) {
            problems.add(entry.where() + ": " + setting.name() + " is set twice; first at " + earlier.where());
        }
    }

    void addProblem(String where, String what) {
        problems.add(where + ": " + what);
    }

    /**
     * Refuses a name that is no setting.
     *
     * @param where where it is said
     * @param name the name as it is said
     * @param near the name that may have been meant, in the same way
     */
    void addUnknown(String where, String name, Optional<String> near) {
        addProblem(
                where,
                "'" + name + "' is not a setting"
                        + near.map(n -> "; did you mean '" + n + "'?").orElse(""));
    }
}
