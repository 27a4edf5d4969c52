// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** The databases of the tests of this JVM. Each is started once, when it is first asked for, and stopped with the JVM. */
final class TestDatabase {

    private static final Path H2_DIRECTORY = newDirectory("h2");
    private static final int CONNECTIONS = 60;
    private static final Duration LONGEST_START = Duration.ofMinutes(2);
    private static final List<String> TABLES = List.of("slot", "slot_value", "promoted", "owner");

    static final TestDatabase POSTGRESQL =
            new TestDatabase(() -> PostgresServer.RUNNING.getJdbcUrl("postgres", "postgres"));
    static final TestDatabase H2_FILE =
            new TestDatabase(() -> "jdbc:h2:file:" + H2_DIRECTORY.resolve("kit") + ";MAX_COMPACT_TIME=0");

    private final Supplier<String> url;
    private HikariDataSource pool;

    private TestDatabase(Supplier<String> url) {
        this.url = url;
    }

    /** Started when it is first used; does not force the disk, so that the kit is quick on any machine. */
    private static final class PostgresServer {
        private static final EmbeddedPostgres RUNNING = start();

        private static EmbeddedPostgres start() {
            try {
                EmbeddedPostgres server = server().setServerConfig("max_connections", "200")
                        .setDataDirectory(newDirectory("postgres").resolve("data"))
                        .setCleanDataDirectory(true)
                        .start();
                Runtime.getRuntime().addShutdownHook(new Thread(() -> close(server)));
                return server;
            } catch (IOException failure) {
                throw new UncheckedIOException("PostgreSQL for tests could not be started", failure);
            }
        }

        private static void close(EmbeddedPostgres server) {
            try {
                server.close();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }

    /**
     * A server that is not started. It listens seconds after its port was chosen, when its files are written: one of those that the system
     * gives to sockets could be taken by then. Nor can a pool whose server is stopped be connected to itself. The limit guards against a
     * server that never answers; the 10 s that it is otherwise are reached where the machine has much else to do.
     */
    static EmbeddedPostgres.Builder server() {
        return EmbeddedPostgres.builder().setPort(FreePort.any()).setPGStartupWait(LONGEST_START);
    }

    static EmbeddedPostgres postgres() {
        return PostgresServer.RUNNING;
    }

    static Path newDirectory(String name) {
        try {
            Path target = Files.createDirectories(Path.of("target", "tmp").toAbsolutePath());
            return Files.createTempDirectory(target, name);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The settings of a store on a pool that all tests share. */
    JdbcStoreOptions options() {
        return JdbcStoreOptions.of(dataSource()).allowingNotDurable();
    }

    synchronized DataSource dataSource() {
        if (pool == null) {
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(url.get());
            config.setMaximumPoolSize(CONNECTIONS);
            config.setMinimumIdle(1);
            pool = new HikariDataSource(config);
        }
        return pool;
    }

    void execute(String sql) {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failure) {
            throw new IllegalStateException(sql, failure);
        }
    }

    /** Removes all data and leaves the tables. */
    void clear() {
        for (String table : TABLES) {
            execute("delete from rehydrate." + table);
        }
        execute("update rehydrate.turn set renewed_at = -9223372036854775808");
    }
}
