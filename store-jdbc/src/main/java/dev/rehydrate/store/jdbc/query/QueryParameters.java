// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.query;

import java.util.HashMap;
import java.util.Map;

/** The names of one statement, which are given as they are needed, and the values of its parameters. */
final class QueryParameters {

    private final Map<String, Object> values = new HashMap<>();
    private int names;

    /** Adds a value, and returns its name as it stands in the statement. */
    String add(Object value) {
        String name = "c" + values.size();
        values.put(name, value);
        return ":" + name;
    }

    /** A name that no other table of the statement has. */
    String newName(String prefix) {
        return prefix + names++;
    }

    Map<String, Object> values() {
        return values;
    }
}
