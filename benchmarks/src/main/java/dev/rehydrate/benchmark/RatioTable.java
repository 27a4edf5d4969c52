// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The last ratio of each row, in a file: a run renews the rows that it measures, and leaves the others as they are. */
final class RatioTable {

    static final String HEAD = "scenario,topology,payload,callers,subject,baseline,ratio,min,max,target,met";

    /** What {@link ResultRow#toRatioValue} writes. */
    private static final int VALUES = 5;

    private final Path path;

    RatioTable(Path path) {
        this.path = path;
    }

    void put(ResultRow row) {
        try {
            Map<String, String> rows = read();
            rows.put(row.toRatioKey(), row.toRatioValue());
            write(rows);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Map<String, String> read() throws IOException {
        Map<String, String> rows = new TreeMap<>();
        if (Files.exists(path)) {
            Files.readAllLines(path).stream().skip(1).forEach(line -> {
                int end = endOfKey(line);
                rows.put(line.substring(0, end), line.substring(end + 1));
            });
        }
        return rows;
    }

    /** The key may contain commas, and the values do not. */
    private static int endOfKey(String line) {
        int end = line.length();
        for (int value = 0; value < VALUES; value++) {
            end = line.lastIndexOf(',', end - 1);
        }
        return end;
    }

    private void write(Map<String, String> rows) throws IOException {
        List<String> lines = new ArrayList<>(List.of(HEAD));
        rows.forEach((key, value) -> lines.add(key + "," + value));
        Path folder = path.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.write(path, lines);
    }
}
