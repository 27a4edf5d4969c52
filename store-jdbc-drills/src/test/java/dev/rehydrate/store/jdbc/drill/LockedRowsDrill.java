// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * For 15 s, another client locks rows of the stores, one after the other against the order of their addresses, and keeps them for a
 * while: deadlocks with the groups of the stores, and statements that run into their timeout.
 */
final class LockedRowsDrill {

    private static final int ROUNDS = 5;
    private static final Duration FAULT = Duration.ofSeconds(15);
    private static final Duration EACH = Duration.ofMillis(20);
    private static final Duration KEPT = Duration.ofMillis(700);
    /** A deadlock that was resolved against this client, and a lock that it did not get in time. */
    private static final Set<String> VICTIM = Set.of("40P01", "57014");

    @Test
    void theStoresTryAgain() throws Exception {
        String name = "locked-rows";
        try (PostgresServer server =
                PostgresServer.in(DatabaseDrill.directory(name), "deadlock_timeout=100ms", "statement_timeout=500ms")) {
            DatabaseDrill.onServer(name, server.url(), ROUNDS, drill -> {
                Troubles before = Troubles.of(server);
                lockRows(server);
                Troubles after = Troubles.of(server);
                assertThat(after.deadlocks()).as("deadlocks").isGreaterThan(before.deadlocks());
                assertThat(after.timeouts()).as("statement timeouts").isGreaterThan(before.timeouts());
                drill.requireProcesses();
            });
        }
    }

    /**
     * What the server has counted up to now.
     *
     * @param deadlocks how many deadlocks it has found
     * @param timeouts how many statements it has ended
     */
    private record Troubles(long deadlocks, long timeouts) {

        static Troubles of(PostgresServer server) throws IOException {
            String log = Files.readString(server.log());
            return new Troubles(count(log, "deadlock detected"), count(log, "due to statement timeout"));
        }

        private static long count(String log, String what) {
            return log.lines().filter(line -> line.contains(what)).count();
        }
    }

    private static void lockRows(PostgresServer server) throws SQLException {
        long end = System.nanoTime() + FAULT.toNanos();
        try (Connection connection = server.connect()) {
            connection.setAutoCommit(false);
            while (System.nanoTime() < end) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("set local statement_timeout = '2s'");
                    for (String address : busyAddresses(statement)) {
                        statement.execute("select 1 from rehydrate.slot where address = '" + address + "' for update");
                        LockSupport.parkNanos(EACH.toNanos());
                    }
                    LockSupport.parkNanos(KEPT.toNanos());
                } catch (SQLException trouble) {
                    if (!VICTIM.contains(trouble.getSQLState())) {
                        throw trouble;
                    }
                }
                connection.rollback();
            }
        }
    }

    /** The rows that were written last, each of which a group of a store is likely to contain. */
    private static List<String> busyAddresses(Statement statement) throws SQLException {
        List<String> addresses = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery("with busy as ("
                + " select address from rehydrate.slot order by version desc limit 24),"
                + " chosen as (select address from busy order by random() limit 12)"
                + " select address from chosen order by address desc")) {
            while (rows.next()) {
                addresses.add(rows.getString(1));
            }
        }
        return addresses;
    }
}
