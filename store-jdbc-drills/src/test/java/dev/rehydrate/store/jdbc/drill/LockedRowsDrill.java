// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * For 15 s, a stranger locks rows of the stores, one after the other against the order of their addresses, and keeps them for a
 * while: deadlocks with the groups of the stores, and statements that run into their timeout.
 */
final class LockedRowsDrill {

    private static final int ROUNDS = 5;
    private static final Duration FAULT = Duration.ofSeconds(15);
    private static final Duration EACH = Duration.ofMillis(20);
    private static final Duration KEPT = Duration.ofMillis(700);

    @Test
    void theStoresTryAgain() throws Exception {
        String name = "locked-rows";
        try (PostgresServer server =
                PostgresServer.in(DatabaseDrill.directory(name), "deadlock_timeout=100ms", "statement_timeout=500ms")) {
            DatabaseDrill.onServer(name, server.url(), ROUNDS, drill -> {
                lockRows(server);
                drill.requireProcesses();
            });
        }
    }

    private static void lockRows(PostgresServer server) throws SQLException {
        long end = System.nanoTime() + FAULT.toNanos();
        try (Connection connection = server.connect()) {
            connection.setAutoCommit(false);
            while (System.nanoTime() < end) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("set local statement_timeout = '2s'");
                    for (String address : someAddresses(statement)) {
                        statement.execute("select 1 from rehydrate.slot where address = '" + address + "' for update");
                        LockSupport.parkNanos(EACH.toNanos());
                    }
                    LockSupport.parkNanos(KEPT.toNanos());
                } catch (SQLException victim) {
                    // This time the deadlock was resolved against the stranger.
                    connection.rollback();
                    continue;
                }
                connection.rollback();
            }
        }
    }

    private static List<String> someAddresses(Statement statement) throws SQLException {
        List<String> addresses = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(
                "select address from (select address from rehydrate.slot order by random() limit 20) some"
                        + " order by address desc")) {
            while (rows.next()) {
                addresses.add(rows.getString(1));
            }
        }
        return addresses;
    }
}
