// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A table of a page that is made of the code. It stands between {@code <!-- table: NAME -->} and {@code <!-- /table -->}. The tests of the
 * modules compare it, and write it with {@code -Ddocs.write=true}. Columns of which the code knows nothing are prose: they are kept from
 * the page by the first cell of their row, and a row without prose is red.
 */
public final class DocumentTable {

    private static final Path DOCS = Path.of("..", "docs");
    private static final String WRITE = "docs.write";
    private static final String END = "<!-- /table -->";
    private static final String COMMAND =
            "./mvnw -Dquick -Dtest='*DocTest' -Dsurefire.failIfNoSpecifiedTests=false" + " -Ddocs.write=true test";

    private final Path page;
    private final String name;
    private final List<String> columns;
    private final boolean writes;

    private DocumentTable(Path page, String name, List<String> columns, boolean writes) {
        this.page = page;
        this.name = name;
        this.columns = columns;
        this.writes = writes;
    }

    /**
     * A table.
     *
     * @param page the name of the page in {@code docs}
     * @param name the name of the table in its page
     * @param columns the heads of its columns, those of prose at the end
     * @return the table
     */
    public static DocumentTable in(String page, String name, String... columns) {
        return in(DOCS.resolve(page), Boolean.getBoolean(WRITE), name, columns);
    }

    static DocumentTable in(Path page, boolean writes, String name, String... columns) {
        return new DocumentTable(page, name, List.of(columns), writes);
    }

    /**
     * Compares or writes the table.
     *
     * @param rows what the code says, in its order: the first cells of each row
     */
    public void isMadeOf(List<List<String>> rows) {
        String text = read();
        String begin = "<!-- table: " + name + " -->";
        int from = text.indexOf(begin + "\n");
        int to = text.indexOf(END, Math.max(0, from));
        if (from < 0 || to < 0) {
            throw new AssertionError(page + " has no table between " + begin + " and " + END);
        }
        String present = text.substring(from + begin.length() + 1, to);
        String wanted = table(rows, cells(present));
        if (wanted.equals(present)) {
            return;
        }
        if (!writes) {
            throw new AssertionError("the table '" + name + "' of " + page + " is not that of the code; write it by\n"
                    + COMMAND + "\nIt has to be:\n" + wanted);
        }
        write(text.substring(0, from + begin.length() + 1) + wanted + text.substring(to));
    }

    /**
     * Compares or writes the table, in the order of the page; what is new comes last, by its name.
     *
     * @param rows what the code says, which has no order of its own
     */
    public void isMadeOfInTheOrderOfThePage(List<List<String>> rows) {
        String text = read();
        isMadeOf(rows.stream()
                .sorted(Comparator.<List<String>>comparingInt(row -> place(text, row.get(0)))
                        .thenComparing(row -> row.get(0)))
                .toList());
    }

    private int place(String text, String first) {
        int place = text.indexOf("\n| " + first + " |", text.indexOf("<!-- table: " + name + " -->"));
        return place < 0 ? Integer.MAX_VALUE : place;
    }

    private String table(List<List<String>> rows, Map<String, List<String>> before) {
        StringBuilder table = new StringBuilder();
        table.append(line(columns))
                .append("|")
                .append("---|".repeat(columns.size()))
                .append('\n');
        for (List<String> row : rows) {
            List<String> cells = new ArrayList<>(row);
            List<String> prose = before.getOrDefault(row.get(0), List.of());
            for (int column = row.size(); column < columns.size(); column++) {
                cells.add(prose(row.get(0), column, prose));
            }
            table.append(line(cells));
        }
        return table.toString();
    }

    private String prose(String row, int column, List<String> before) {
        String words = before.size() == columns.size() ? before.get(column) : "";
        if (words.isBlank() && !writes) {
            throw new AssertionError("the row " + row + " of the table '" + name + "' of " + page
                    + " says nothing under '" + columns.get(column) + "': write it there");
        }
        return words;
    }

    private static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }

    private static Map<String, List<String>> cells(String table) {
        Map<String, List<String>> rows = new LinkedHashMap<>();
        table.lines().filter(line -> line.startsWith("| ")).forEach(line -> {
            List<String> cells = Arrays.stream(
                            line.substring(2, line.length() - 1).split(" \\| ?", -1))
                    .map(String::strip)
                    .toList();
            rows.put(cells.get(0), cells);
        });
        return rows;
    }

    private String read() {
        try {
            return Files.readString(page);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private void write(String text) {
        try {
            Files.writeString(page, text);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }
}
