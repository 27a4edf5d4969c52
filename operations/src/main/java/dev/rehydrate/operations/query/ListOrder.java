// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.query;

import dev.rehydrate.command.condition.Column;
import dev.rehydrate.command.condition.Columns;
import dev.rehydrate.command.condition.OrderedColumn;
import java.time.Instant;

/**
 * The order of a list as an operator types it: {@code created}, {@code updated} or {@code due}, or the name of a promoted value. The
 * names are those of conditions, so that a promoted value with the name of a column of the header is {@code value.created}; one
 * whose name begins with {@code value.} has it twice. The name stands alone, so that it needs no quotes.
 */
public final class ListOrder {

    private static final String PROMOTED = "value.";

    private ListOrder() {}

    /**
     * Reads by what a list is to be sorted.
     *
     * @param text the name, a column of the header in whatever case
     * @return the column, for {@code InstanceQuery.Builder.sortBy}
     * @throws IllegalArgumentException if the column has no order; the message is for people
     */
    public static OrderedColumn<?> read(String text) {
        WhereColumn<?> header = WhereColumn.header(text, Instant.EPOCH);
        if (header == null) {
            return Columns.promoted(text.startsWith(PROMOTED) ? text.substring(PROMOTED.length()) : text);
        }
        Column<?> column = header.column();
        if (column instanceof OrderedColumn<?> ordered) {
            return ordered;
        }
        throw new IllegalArgumentException("a list has no order of '" + text
                + "': sort by created, updated, due or a promoted value; a promoted value of this name is '" + PROMOTED
                + text
                + "'");
    }

    /**
     * Writes the name of a promoted value so that {@link #read} finds this value.
     *
     * @param name the name
     * @return the name, with {@code value.} before it if it would be read as something else
     */
    public static String ofPromoted(String name) {
        return name.startsWith(PROMOTED) || WhereColumn.header(name, Instant.EPOCH) != null ? PROMOTED + name : name;
    }
}
