// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.drill.DrillFarm;
import dev.rehydrate.store.hazelcast.drill.Findings;
import dev.rehydrate.store.hazelcast.drill.TwoReleases;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Processes of an older commit beside those of today, on one PostgreSQL database: nothing that either has acknowledged is lost, or carried
 * out twice.
 */
final class TwoReleasesOnDatabaseDrill {

    private static final int ROUNDS = 3;

    @Test
    void processesOnOneDatabaseAreUpdatedAndSetBackUnderLoad() throws Exception {
        String name = "releases-durable";
        try (PostgresServer server = PostgresServer.in(DatabaseDrill.directory(name));
                DrillFarm farm = DrillFarm.onDatabase(
                        name, 2, TwoReleases.settings(Map.of(JdbcNode.URL, server.url())), JdbcNode.class)) {
            Findings all = TwoReleases.roll(farm, "two-releases", "durable", ROUNDS);

            assertThat(all.broken()).isEmpty();
        }
    }

    @Test
    void membersThatWriteBehindAreUpdatedAndSetBackUnderLoad() throws Exception {
        String name = "releases-behind";
        try (PostgresServer server = PostgresServer.in(DatabaseDrill.directory(name));
                DrillFarm farm = DrillFarm.onLoopback(
                                name, 3, TwoReleases.settings(WriteBehindDrill.settings(server.url())))
                        .running(BehindNode.class)) {
            Findings all = TwoReleases.roll(farm, "two-releases", "write-behind", ROUNDS);

            assertThat(all.broken()).isEmpty();
        }
    }
}
