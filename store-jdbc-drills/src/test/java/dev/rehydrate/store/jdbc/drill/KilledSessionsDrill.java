// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** For 12 s, all sessions of all stores are terminated again and again. */
final class KilledSessionsDrill {

    private static final int ROUNDS = 5;
    private static final Duration FAULT = Duration.ofSeconds(12);
    private static final Duration EACH = Duration.ofMillis(300);

    @Test
    void theStoresConnectAgain() throws Exception {
        String name = "killed-sessions";
        try (PostgresServer server = PostgresServer.in(DatabaseDrill.directory(name))) {
            DatabaseDrill.onServer(name, server.url(), ROUNDS, drill -> {
                killSessions(server);
                drill.requireProcesses();
            });
        }
    }

    static void killSessions(PostgresServer server) throws Exception {
        long end = System.nanoTime() + FAULT.toNanos();
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            while (System.nanoTime() < end) {
                statement.execute("select pg_terminate_backend(pid) from pg_stat_activity"
                        + " where backend_type = 'client backend' and pid <> pg_backend_pid()");
                LockSupport.parkNanos(EACH.toNanos());
            }
        }
    }
}
