// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The wall clocks of a few processes, as everything in them reads them: the store, the engine and the runtime. Monotonic clocks
 * are left alone, because those cannot be set. Needs {@code libfaketime}.
 */
final class WallClocks {

    private static final Path LIBRARIES = Path.of("/usr/lib");
    /** The other one races in a process with many threads. */
    private static final String LIBRARY = "faketime/libfaketimeMT.so.1";

    private final Path directory;
    private final Path library;

    private WallClocks(Path directory, Path library) {
        this.directory = directory;
        this.library = library;
    }

    /**
     * Clocks that show the time of the machine, until they are set.
     *
     * @param directory where their settings are kept
     * @throws IllegalStateException if the library is not there
     */
    static WallClocks in(Path directory) {
        try (Stream<Path> places = Files.list(LIBRARIES)) {
            return places.map(place -> place.resolve(LIBRARY))
                    .filter(Files::exists)
                    .findFirst()
                    .map(library -> new WallClocks(directory, library))
                    .orElseThrow(() -> new IllegalStateException("this drill needs the package libfaketime"));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** {@return the words that give a command the clock of a node} */
    List<String> of(String node) {
        set(node, Duration.ZERO);
        return List.of(
                "env",
                "LD_PRELOAD=" + library,
                "FAKETIME_TIMESTAMP_FILE=" + file(node),
                "FAKETIME_CACHE_DURATION=1",
                "FAKETIME_DONT_FAKE_MONOTONIC=1",
                "DONT_FAKE_MONOTONIC=1",
                "FAKETIME_FORCE_MONOTONIC_FIX=0",
                "NO_FAKE_STAT=1");
    }

    /** Sets the clock of a node: so far ahead of the machine's, or behind. It is read anew each second. */
    void set(String node, Duration ahead) {
        try {
            Path written =
                    Files.writeString(directory.resolve(node + ".clock.new"), "%+d%n".formatted(ahead.toSeconds()));
            Files.move(written, file(node), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private Path file(String node) {
        return directory.resolve(node + ".clock");
    }
}
