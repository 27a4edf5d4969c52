// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.graph;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one class by name, and what they are called in stored bytes. A field that a class inherits is stored as
 * {@code Superclass.name}, so that it cannot be mistaken for one of the same name below; it is found again when it moves up or
 * down in the hierarchy, as long as only one field can be meant.
 */
public final class Members {

    private final List<String> names;
    private final Map<String, Integer> indexes = new HashMap<>();

    public Members(Class<?> owner, List<String> names) {
        this.names = List.copyOf(names);
        for (int i = 0; i < names.size(); i++) {
            if (indexes.put(names.get(i), i) != null) {
                throw new IllegalArgumentException(
                        owner.getName() + " inherits two fields that are both called " + names.get(i));
            }
        }
    }

    public List<String> names() {
        return names;
    }

    /** Tells for each stored name which of these members it is, or -1 if it is none. */
    int[] match(List<String> stored) {
        int[] members = new int[stored.size()];
        boolean[] taken = new boolean[names.size()];
        for (int i = 0; i < members.length; i++) {
            members[i] = indexes.getOrDefault(stored.get(i), -1);
            if (members[i] >= 0) {
                taken[members[i]] = true;
            }
        }
        matchMoved(stored, members, taken);
        return members;
    }

    private void matchMoved(List<String> stored, int[] members, boolean[] taken) {
        Map<String, @Nullable Integer> moved = new HashMap<>();
        for (int i = 0; i < taken.length; i++) {
            if (!taken[i]) {
                putIfOnly(moved, names.get(i), i);
            }
        }
        Map<String, @Nullable Integer> strays = new HashMap<>();
        for (int i = 0; i < members.length; i++) {
            if (members[i] < 0) {
                putIfOnly(strays, stored.get(i), i);
            }
        }
        strays.forEach((name, stray) -> {
            Integer member = moved.get(name);
            if (stray != null && member != null) {
                members[stray] = member;
            }
        });
    }

    private static void putIfOnly(Map<String, @Nullable Integer> byName, String qualified, int index) {
        String name = qualified.substring(qualified.lastIndexOf('.') + 1);
        byName.put(name, byName.containsKey(name) ? null : Integer.valueOf(index));
    }
}
