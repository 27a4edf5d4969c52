// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import dev.rehydrate.store.jdbc.connection.Session.ArrayParameter;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows of parameters, which are sent column by column. */
final class ParameterColumns {

    private record Column(String name, String type, Class<?> element) {}

    private final List<Column> columns = new ArrayList<>();
    private final List<@Nullable Object[]> rows = new ArrayList<>();

    /**
     * Adds a column.
     *
     * @param type the type of its elements, in the words of PostgreSQL
     * @param element their class
     */
    ParameterColumns with(String name, String type, Class<?> element) {
        columns.add(new Column(name, type, element));
        return this;
    }

    /** Adds a row, whose fields are in the order of the columns. */
    void row(@Nullable Object... fields) {
        rows.add(fields);
    }

    int width() {
        return columns.size();
    }

    int size() {
        return rows.size();
    }

    void putArraysTo(Map<String, @Nullable Object> parameters) {
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            @Nullable Object[] elements = (Object[]) Array.newInstance(column.element, rows.size());
            for (int row = 0; row < elements.length; row++) {
                elements[row] = rows.get(row)[i];
            }
            parameters.put(column.name, new ArrayParameter(column.type, elements));
        }
    }

    /** Puts the fields of the only row. */
    void putSingleTo(Map<String, @Nullable Object> parameters) {
        for (int i = 0; i < columns.size(); i++) {
            parameters.put(columns.get(i).name, rows.get(0)[i]);
        }
    }
}
