// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import dev.rehydrate.store.hazelcast.drill.Rounds;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The database is stopped in order, is away for longer than commands wait, and is started again; the stores stay up. */
final class DatabaseStopDrill {

    private static final int ROUNDS = 5;
    private static final Duration AWAY = Duration.ofSeconds(15);

    @Test
    void theStoresGoOnWhenTheDatabaseIsBack() throws Exception {
        String name = "database-stop";
        try (PostgresServer server = PostgresServer.in(DatabaseDrill.directory(name))) {
            DatabaseDrill.onServer(name, server.url(), ROUNDS, drill -> {
                server.stop();
                Rounds.last(AWAY);
                server.start();
                drill.requireProcesses();
            });
        }
    }
}
