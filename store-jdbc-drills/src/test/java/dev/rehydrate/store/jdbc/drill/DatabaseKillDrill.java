// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import org.junit.jupiter.api.Test;

/** The database gets kill -9 with all of its processes and is started again; the stores stay up. */
final class DatabaseKillDrill {

    private static final int ROUNDS = 5;

    @Test
    void theStoresGoOnWhenTheDatabaseIsBack() throws Exception {
        String name = "database-kill";
        try (PostgresServer server = PostgresServer.in(DatabaseDrill.directory(name))) {
            DatabaseDrill.onServer(name, server.url(), ROUNDS, drill -> {
                server.kill();
                server.start();
                drill.requireProcesses();
            });
        }
    }
}
