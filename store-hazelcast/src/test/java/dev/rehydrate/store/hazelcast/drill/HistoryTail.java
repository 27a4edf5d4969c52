// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Reads what the nodes have added to their histories since it was read last. */
final class HistoryTail {

    private final Path directory;
    private final String prefix;
    private final Map<Path, Long> read = new HashMap<>();

    /**
     * Begins at the beginning of each history.
     *
     * @param directory where the histories are
     * @param prefix what the names of their files begin with
     */
    HistoryTail(Path directory, String prefix) {
        this.directory = directory;
        this.prefix = prefix;
    }

    /** {@return the events whose lines are wanted, and which are new} */
    List<Event> read(Predicate<String> wanted) {
        List<Event> events = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.startsWith(prefix) && name.endsWith(".history")) {
                    more(file).lines().filter(wanted).map(Event::parse).forEach(events::add);
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return events;
    }

    /** The last line may be a part of one. */
    private String more(Path path) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            long from = read.getOrDefault(path, 0L);
            byte[] bytes = new byte[(int) (file.length() - from)];
            file.seek(from);
            file.readFully(bytes);
            String text = new String(bytes, StandardCharsets.UTF_8);
            String whole = text.substring(0, text.lastIndexOf('\n') + 1);
            read.put(path, from + whole.getBytes(StandardCharsets.UTF_8).length);
            return whole;
        }
    }
}
