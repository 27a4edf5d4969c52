// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.text;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The columns of a table.
 *
 * @param columns from left to right
 */
public record Columns(List<Column> columns) {

    /** Copies the list. */
    public Columns {
        columns = List.copyOf(columns);
    }

    /**
     * One column.
     *
     * @param title what stands above it
     * @param width how wide it is
     * @param right whether its cells stand on the right side of it, as numbers do
     */
    public record Column(String title, int width, boolean right) {

        String cell(String text) {
            return right ? DisplayText.right(text, width) : DisplayText.left(text, width);
        }
    }

    /**
     * A column of text.
     *
     * @param title what stands above it
     * @param width how wide it is; longer text is cut
     * @return the column
     */
    public static Column text(String title, int width) {
        return new Column(title, width, false);
    }

    /**
     * A column of numbers.
     *
     * @param title what stands above it
     * @param width how wide it is; a longer number is not cut
     * @return the column
     */
    public static Column number(String title, int width) {
        return new Column(title, width, true);
    }

    /** {@return the line with the titles} */
    public String header() {
        return row(columns.stream().map(Column::title).toList());
    }

    /**
     * One line.
     *
     * @param cells one text for each column
     * @return the line, without spaces at its end
     */
    public String row(List<String> cells) {
        return IntStream.range(0, columns.size())
                .mapToObj(at -> columns.get(at).cell(cells.get(at)))
                .collect(Collectors.joining("  "))
                .stripTrailing();
    }
}
