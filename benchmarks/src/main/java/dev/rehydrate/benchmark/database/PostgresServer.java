// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** A PostgreSQL of its own on this machine, which forces the disk at each commit as it does when nothing is configured. */
public final class PostgresServer implements AutoCloseable {

    private final EmbeddedPostgres server;
    private final ProcessHandle postmaster;

    private PostgresServer(EmbeddedPostgres server, ProcessHandle postmaster) {
        this.server = server;
        this.postmaster = postmaster;
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
                    .setDataDirectory(directory)
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("full_page_writes", "on")
                    .start();
            long pid = Long.parseLong(Files.readAllLines(directory.resolve("postmaster.pid"))
                    .get(0)
                    .trim());
            return new PostgresServer(server, ProcessHandle.of(pid).orElseThrow());
        } catch (IOException failed) {
            throw new UncheckedIOException("PostgreSQL does not start", failed);
        }
    }

    /** {@return the address of its database} */
    public String url() {
        return server.getJdbcUrl("postgres", "postgres");
    }

    /** {@return the processor time of this process and of all processes of the server that run, in nanoseconds} */
    public long processorTime() {
        long mine = ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
        long servers = Stream.concat(Stream.of(postmaster), postmaster.descendants())
                .flatMap(process -> process.info().totalCpuDuration().stream())
                .mapToLong(Duration::toNanos)
                .sum();
        return mine + servers;
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException failed) {
            throw new UncheckedIOException("PostgreSQL does not stop", failed);
        }
    }
}
