// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.drill.DrillFarm;
import dev.rehydrate.store.hazelcast.drill.Findings;
import dev.rehydrate.store.hazelcast.drill.Flaw;
import dev.rehydrate.store.hazelcast.drill.Networks;
import dev.rehydrate.store.hazelcast.drill.NodeJvm;
import dev.rehydrate.store.hazelcast.drill.Rounds;
import dev.rehydrate.store.hazelcast.drill.Summary;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Three members that write behind are apart for a while, and all of them write to one database. What the farm has when they are together
 * again, whatever that is, is what it begins with after all of them were killed.
 */
final class WriteBehindSplitDrill {

    private static final int ROUNDS = 6;
    private static final Duration CUT = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofSeconds(20);
    private static final Duration AFTERMATH = Duration.ofSeconds(5);

    /** One that is cut off goes on alone, and so do the two others. */
    @Test
    void whatStaysAfterACutIsInTheDatabase() throws Exception {
        String name = "behind-cut";
        try (Networks networks = Networks.withFilters(3);
                PostgresServer server = PostgresServer.in(DatabaseDrill.directory(name));
                DelayingRelay relay = DelayingRelay.from(InetAddress.getByName(Networks.machine()), server.port());
                DrillFarm farm = DrillFarm.in(networks, name, settings(Networks.machine(), relay.port()))
                        .running(BehindNode.class)
                        .startAll()) {
            drill(name, farm, rounds -> {
                String victim = rounds.victim();
                List<String> others = farm.names().stream()
                        .filter(each -> !each.equals(victim))
                        .toList();
                NodeJvm alone = farm.node(victim);
                alone.ask(DrillFarm.PATIENCE, "aim");
                others.forEach(other -> networks.part(victim, other));
                alone.ask(DrillFarm.SOON, "provoke");
                others.forEach(other -> farm.node(other).ask(DrillFarm.SOON, "dispute"));
                Rounds.last(CUT);
                rounds.endLoad();
                Rounds.last(AFTERMATH);
                networks.hearAndSpeak(victim);
            });
        }
    }

    /** One stands still until the others have given it up, and goes on with what it had still to write. */
    @Test
    void whatStaysAfterAPauseIsInTheDatabase() throws Exception {
        String name = "behind-pause";
        try (PostgresServer server = PostgresServer.in(DatabaseDrill.directory(name));
                DrillFarm farm = DrillFarm.onLoopback(name, 3, WriteBehindDrill.settings(server.url()))
                        .running(BehindNode.class)
                        .startAll()) {
            drill(name, farm, rounds -> {
                long frozenAt = System.nanoTime();
                farm.node(rounds.victim()).whileFrozen(() -> {
                    Rounds.last(PAUSE);
                    return PAUSE;
                });
                rounds.paused(frozenAt, System.nanoTime());
                rounds.endLoad();
                // Some find out only now that they have not heard of each other for too long.
                Rounds.last(AFTERMATH);
            });
        }
    }

    private static Map<String, String> settings(String host, int port) {
        return WriteBehindDrill.settings(PostgresServer.url(host, port));
    }

    /** What happens in a round, under load, which ends while the members are apart: later saves would cover up what the farm has then. */
    private interface Fault {
        void happen(Rounds rounds);
    }

    private static void drill(String name, DrillFarm farm, Fault fault) {
        Rounds rounds = new Rounds(farm);
        for (int left = Rounds.asked(ROUNDS); left > 0; left--) {
            rounds.begin();
            fault.happen(rounds);
            farm.awaitWhole();
            rounds.tell(rounds.end(), "");
            Map<String, String> kept = rounds.lastShown();
            WriteBehindDrill.restart(farm, rounds);
            rounds.judged();

            assertThat(rounds.lastShown().entrySet())
                    .as("what is not after the restart as before, of %d", kept.size())
                    .isSubsetOf(kept.entrySet())
                    .hasSameSizeAs(kept.entrySet());
        }
        Findings all = rounds.all();
        Summary.addRow(name, "write-behind", rounds.number(), all, Summary.NOBODY_TRIED);

        // What is lost at a split is a figure to be known, as in memory mode.
        assertThat(all.of(Flaw.ODD)).isEmpty();
    }
}
