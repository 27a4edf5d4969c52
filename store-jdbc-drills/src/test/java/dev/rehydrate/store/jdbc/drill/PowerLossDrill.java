// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import org.junit.jupiter.api.Test;

/** As when the power fails: all processes, and the database with all of its processes, get kill -9 at one moment. */
final class PowerLossDrill {

    private static final int ROUNDS = 20;

    @Test
    void whatWasAcknowledgedIsThereAfterAPowerLoss() throws Exception {
        String name = "power-loss";
        try (PostgresServer server = PostgresServer.in(DatabaseDrill.directory(name))) {
            DatabaseDrill.onServer(name, server.url(), ROUNDS, drill -> {
                Thread database = new Thread(server::kill, "kill the database");
                database.start();
                drill.killProcesses();
                database.join();
                server.start();
                drill.startProcesses();
            });
        }
    }
}
