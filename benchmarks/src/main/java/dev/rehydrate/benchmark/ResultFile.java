// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Where the lines of a run go, one by one, so that a run that is cut short has left what it has. */
final class ResultFile {

    private final Path path;

    ResultFile(Path path) {
        this.path = path;
    }

    void add(ResultRow row) {
        print(row.toLine());
        write(row.toCsv());
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
