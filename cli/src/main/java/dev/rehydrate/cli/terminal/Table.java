// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.terminal;

import dev.rehydrate.instance.SafeText;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A table in columns of text. What cannot be seen in a cell or in the head of a column is escaped, so that stored texts cannot move the cursor. */
public final class Table {

    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    /**
     * Begins a table.
     *
     * @param columns the heads of the columns; a head may be a name that was stored
     */
    public Table(List<String> columns) {
        rows.add(columns.stream().map(SafeText::line).toList());
    }

    /**
     * Adds a row.
     *
     * @param cells as many as there are columns; null is shown as a dash
     */
    public void row(@Nullable Object... cells) {
        rows.add(Stream.of(cells)
                .map(cell -> cell == null ? "–" : SafeText.line(cell.toString()))
                .toList());
    }

    /**
     * Writes the table.
     *
     * @param out where to
     */
    public void print(PrintStream out) {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int column = 0; column < columns; column++) {
                widths[column] = Math.max(widths[column], width(row.get(column)));
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < columns; column++) {
                String cell = row.get(column);
                line.append(cell)
                        .append(" ".repeat(widths[column] - width(cell)))
                        .append(GAP);
            }
            out.println(line.toString().stripTrailing());
        }
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
