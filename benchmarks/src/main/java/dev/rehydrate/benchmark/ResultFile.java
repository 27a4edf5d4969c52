// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the lines of a run go, one by one, so that a run that is cut short has left what it has. */
final class ResultFile {

    private final Path path;
    private final @Nullable RatioTable ratios;

    /**
     * Makes a file of results.
     *
     * @param path where it is
     * @param ratios where the last ratio of each row is kept, or null if it is not to be kept
     */
    ResultFile(Path path, @Nullable Path ratios) {
        this.path = path;
        this.ratios = ratios == null ? null : new RatioTable(ratios);
    }

    void add(ResultRow row) {
        print(row.toLine());
        write(row.toCsv());
        if (ratios != null) {
            ratios.put(row);
        }
    }

    void begin() {
        try {
            Path folder = path.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        print(ResultRow.HEAD);
        write(ResultRow.CSV_HEAD);
    }

    private void write(String line) {
        try {
            Files.write(path, List.of(line), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @SuppressWarnings("SystemOut")
    private static void print(String line) {
        System.out.println(line);
    }
}
