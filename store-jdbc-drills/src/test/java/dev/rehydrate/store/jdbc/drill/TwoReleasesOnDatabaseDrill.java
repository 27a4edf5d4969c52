// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.drill.DrillFarm;
import dev.rehydrate.store.hazelcast.drill.Findings;
import dev.rehydrate.store.hazelcast.drill.OlderRelease;
import dev.rehydrate.store.hazelcast.drill.Rounds;
import dev.rehydrate.store.hazelcast.drill.Summary;
import dev.rehydrate.store.hazelcast.drill.TwoReleases;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Processes of an older commit beside those of today, on one PostgreSQL database: nothing that either has acknowledged is lost, or carried
 * out twice.
 */
final class TwoReleasesOnDatabaseDrill {

    private static final int ROUNDS = 3;
    /** So long for each message to the database that a member does not write so many within the 20 s that it has while others stay. */
    private static final Duration SLOW = Duration.ofMillis(150);

    /** So long that nothing is written. */
    private static final Duration SILENT = Duration.ofSeconds(5);

    private static final int MANY = 8_000;

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

    /** The older build does not know the question whether another member stops too, and leaves its changes to the one that is there. */
    @Test
    void twoMembersThatWriteBehindStopAtOnceBeforeASlowDatabase() throws Exception {
        String name = "releases-behind-stop";
        OlderRelease older = OlderRelease.built();
        try (PostgresServer server = PostgresServer.in(DatabaseDrill.directory(name));
                DelayingRelay relay = DelayingRelay.to(server.port());
                DrillFarm farm = DrillFarm.onLoopback(name, 2, settingsOfTwo(PostgresServer.url(relay.port())))
                        .running(BehindNode.class)) {
            farm.downgrade(farm.names().get(0), older).startAll();
            Rounds rounds = new Rounds(farm);
            rounds.begin();
            relay.delay(SILENT);
            farm.nodes().iterator().next().ask(DrillFarm.PATIENCE, "reside", MANY);
            relay.delay(SLOW);
            farm.stopAll();
            relay.delay(Duration.ZERO);
            WriteBehindDrill.start(farm, rounds);
            farm.awaitWhole();
            String residents = farm.nodes().iterator().next().ask(DrillFarm.PATIENCE, "residents", MANY);
            farm.nodes().forEach(rounds::load);
            farm.nodes().forEach(rounds::awaitMore);
            rounds.tell(rounds.end(), "an older member and one of today stopped at once, " + residents + " residents");
            Findings all = rounds.all();
            Summary.addRow("two-releases-stop", "write-behind", rounds.number(), all, Summary.NOBODY_TRIED);

            assertThat(residents).isEqualTo(String.valueOf(MANY));
            assertThat(all.broken()).isEmpty();
        }
    }

    private static Map<String, String> settingsOfTwo(String url) {
        Map<String, String> settings = TwoReleases.settings(WriteBehindDrill.settings(url));
        settings.put("rehydrate.farm-size", "2");
        return settings;
    }
}
