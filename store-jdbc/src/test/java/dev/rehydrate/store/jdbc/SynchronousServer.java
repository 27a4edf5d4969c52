// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A server of PostgreSQL whose synchronous standby can be away: each commit waits for it then. */
final class SynchronousServer implements AutoCloseable {

    /** The sessions that wait. */
    static final String WAITING = "select pid from pg_stat_activity where wait_event = 'SyncRep'";

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(20);

    private final EmbeddedPostgres primary;

    SynchronousServer() {
        try {
            primary = TestDatabase.server()
                    .setServerConfig("synchronous_commit", "on")
                    .setDataDirectory(TestDatabase.newDirectory("synchronous").resolve("data"))
                    .start();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    JdbcStoreOptions options() {
        return JdbcStoreOptions.of(primary.getJdbcUrl("postgres", "postgres"), "postgres", "")
                .allowingNotDurable();
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(primary.getJdbcUrl("postgres", "postgres"));
    }

    /** The server begins to wait a moment after it was told to: when it has ended the wait of another client. */
    void loseTheStandby() throws SQLException {
        execute("alter system set synchronous_standby_names = 'away'");
        execute("select pg_reload_conf()");
        CompletableFuture<Void> probing = CompletableFuture.runAsync(this::commitUntilOneWaits);
        while (!probing.isDone()) {
            execute("select pg_cancel_backend(pid) from (" + WAITING + ") as waiting");
            pause();
        }
        probing.join();
    }

    private void commitUntilOneWaits() {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            do {
                pause();
                statement.execute("select pg_logical_emit_message(true, 'probe', '')");
            } while (statement.getWarnings() == null);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    static void pause() {
        LockSupport.parkNanos(PAUSE);
    }

    /** Returns when the server knows of it, a moment after it was told to: it lets all go on that wait. */
    void findTheStandby() throws SQLException {
        execute("alter system reset synchronous_standby_names");
        execute("select pg_reload_conf()");
        while (waiting() > 0) {
            pause();
        }
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Returns when so many sessions wait for the standby, one of them for so long. */
    void awaitWaiting(int sessions, Duration one) throws SQLException {
        String longWaits = " where exists (select 1 from pg_stat_activity where wait_event = 'SyncRep'"
                + " and clock_timestamp() - query_start >= interval '" + one.toMillis() + " ms')";
        while (count(WAITING) < sessions || count("select 1" + longWaits) == 0) {
            pause();
        }
    }

    /** Ends the wait that began last. */
    void endLatestWait() throws SQLException {
        execute("select pg_cancel_backend(pid) from (select pid from pg_stat_activity where wait_event = 'SyncRep'"
                + " order by query_start desc limit 1) as latest");
    }

    /** {@return how many sessions wait for the standby} */
    int waiting() throws SQLException {
        return count(WAITING);
    }

    private int count(String rows) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("select count(*) from (" + rows + ") as counted")) {
            found.next();
            return found.getInt(1);
        }
    }

    @Override
    public void close() throws IOException {
        primary.close();
    }
}
