// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.server;

import dev.rehydrate.benchmark.process.Guard;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A PostgreSQL of its own on this machine, which forces the disk at each commit as it does when nothing is configured. */
public final class PostgresServer implements AutoCloseable {

    /** Guards against one that never answers. */
    private static final Duration LONGEST_START = Duration.ofMinutes(2);

    private final EmbeddedPostgres server;
    private final ProcessHandle postmaster;
    private final Guard guard;

    private PostgresServer(EmbeddedPostgres server, ProcessHandle postmaster, Guard guard) {
        this.server = server;
        this.postmaster = postmaster;
        this.guard = guard;
    }

    /**
     * Starts it.
     *
     * @param directory where its data go, which should be a real disk
     * @return the server
     */
    public static PostgresServer start(Path directory) {
        try {
            EmbeddedPostgres server = EmbeddedPostgres.builder()
                    .setPort(FreePort.any())
                    .setPGStartupWait(LONGEST_START)
                    .setDataDirectory(directory)
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("full_page_writes", "on")
                    .start();
            Path pidFile = directory.resolve("postmaster.pid");
            long pid = Long.parseLong(Files.readAllLines(pidFile).get(0).trim());
            return new PostgresServer(server, ProcessHandle.of(pid).orElseThrow(), Guard.of(pidFile));
        } catch (IOException failed) {
            throw new UncheckedIOException("PostgreSQL does not start", failed);
        }
    }

    /** {@return the address of its database} */
    public String url() {
        return server.getJdbcUrl("postgres", "postgres");
    }

    /** {@return its first process} */
    public ProcessHandle process() {
        return postmaster;
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException failed) {
            throw new UncheckedIOException("PostgreSQL does not stop", failed);
        } finally {
            guard.close();
        }
    }
}
