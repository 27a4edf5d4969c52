// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.drill.Rounds;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * The disk of the database is full for 12 s. It is a tmpfs of its own, mounted in a temporary directory, so this needs root. A
 * server that has ended because it could not write is started again when there is room, as a supervisor would; the stores stay up.
 */
final class FullDiskDrill {

    private static final int ROUNDS = 5;
    private static final Duration FAULT = Duration.ofSeconds(12);
    private static final String SIZE = "size=300m";

    @Test
    void theStoresGoOnWhenThereIsRoomAgain() throws Exception {
        String name = "full-disk";
        Path disk = DatabaseDrill.directory(name);
        call("mount", "-t", "tmpfs", "-o", SIZE, "rehydrate-drill", disk.toString());
        try (PostgresServer server = PostgresServer.in(disk, "max_wal_size=64MB", "min_wal_size=32MB")) {
            DatabaseDrill.onServer(name, server.url(), ROUNDS, drill -> {
                Path filler = disk.resolve("filler");
                fill(filler);
                assertThat(disk.toFile().getUsableSpace()).as("bytes left").isZero();
                Rounds.last(FAULT);
                Files.delete(filler);
                if (!server.isRunning()) {
                    server.start();
                }
                drill.requireProcesses();
            });
        } finally {
            call("umount", "-l", disk.toString());
        }
    }

    /** Writes until nothing more fits, and a little longer: what the database frees is taken too. */
    private static void fill(Path file) throws IOException {
        byte[] block = new byte[64 * 1024];
        int refused = 0;
        while (refused < 20) {
            try (OutputStream out = Files.newOutputStream(
                    file, java.nio.file.StandardOpenOption.CREATE, java.nio.file.StandardOpenOption.APPEND)) {
                while (true) {
                    out.write(block);
                }
            } catch (IOException full) {
                refused++;
                block = new byte[Math.max(512, block.length / 2)];
                java.util.concurrent.locks.LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            }
        }
    }

    private static void call(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).inheritIO().start();
        if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IllegalStateException(List.of(command) + " has failed; this drill needs root");
        }
    }
}
