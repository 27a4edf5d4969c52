// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A file with the last values of each row: a run renews the rows that it measures, and leaves the others as they are. */
final class KeyedTable {

    private final Path path;
    private final String head;
    private final int values;

    /**
     * A table, whose file need not exist.
     *
     * @param path the file
     * @param head its first line
     * @param values how many columns at the end of a line are no part of the key
     */
    KeyedTable(Path path, String head, int values) {
        this.path = path;
        this.head = head;
        this.values = values;
    }

    /** Renews rows. Others whose keys begin with the prefix are from an earlier run, and go; an empty one is that of none. */
    void renew(String prefix, Map<String, String> rows) {
        Map<String, String> all = read();
        if (!prefix.isEmpty()) {
            all.keySet().removeIf(key -> key.startsWith(prefix));
        }
        all.putAll(rows);
        write(all);
    }

    Map<String, String> read() {
        Map<String, String> rows = new TreeMap<>();
        if (Files.exists(path)) {
            try {
                List<String> lines = Files.readAllLines(path);
                if (!lines.isEmpty() && !lines.get(0).equals(head)) {
                    throw new IllegalStateException(path + " has other columns than this version writes; move it away");
                }
                lines.stream().skip(1).forEach(line -> {
                    int end = endOfKey(line);
                    rows.put(line.substring(0, end), line.substring(end + 1));
                });
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
        return rows;
    }

    /** The key may contain commas, and the values do not. */
    private int endOfKey(String line) {
        int end = line.length();
        for (int value = 0; value < values; value++) {
            end = line.lastIndexOf(',', end - 1);
        }
        return end;
    }

    private void write(Map<String, String> rows) {
        List<String> lines = new ArrayList<>(List.of(head));
        rows.forEach((key, value) -> lines.add(key + "," + value));
        try {
            Path folder = path.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            Files.write(path, lines);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
