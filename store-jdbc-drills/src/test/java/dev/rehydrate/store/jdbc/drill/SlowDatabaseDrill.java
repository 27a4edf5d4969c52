// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.drill.Rounds;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** For 20 s, each request reaches the database 200 ms late. */
final class SlowDatabaseDrill {

    private static final int ROUNDS = 5;
    private static final Duration FAULT = Duration.ofSeconds(20);
    private static final Duration DELAY = Duration.ofMillis(200);

    @Test
    void theStoresAreSlowAndRight() throws Exception {
        String name = "slow-database";
        try (PostgresServer server = PostgresServer.in(DatabaseDrill.directory(name));
                DelayingRelay relay = DelayingRelay.to(server.port())) {
            DatabaseDrill.onServer(name, PostgresServer.url(relay.port()), ROUNDS, drill -> {
                relay.delay(DELAY);
                assertThat(timeOfAnswer(relay)).as("time of one answer").isGreaterThan(DELAY);
                Rounds.last(FAULT);
                relay.delay(Duration.ZERO);
                drill.requireProcesses();
            });
        }
    }

    private static Duration timeOfAnswer(DelayingRelay relay) throws SQLException {
        long begin = System.nanoTime();
        try (Connection connection =
                DriverManager.getConnection(PostgresServer.url(relay.port()), PostgresServer.USER, "")) {
            assertThat(connection.isValid(10)).isTrue();
        }
        return Duration.ofNanos(System.nanoTime() - begin);
    }
}
