// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.drill.DrillFarm;
import dev.rehydrate.store.hazelcast.drill.Findings;
import dev.rehydrate.store.hazelcast.drill.Rounds;
import dev.rehydrate.store.hazelcast.drill.Summary;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Three members that write behind to a database whose primary gets kill -9, and whose asynchronous standby, which lacks the last commits, becomes the
 * primary. Then all members end and start again on it: whatever they have acknowledged is there, for they had it in memory.
 */
final class WriteBehindFailoverDrill {

    private static final int ROUNDS = 5;
    /** Longer than the delay: what the standby lacks is written, and so taken for safe. */
    private static final Duration LACKED = Duration.ofSeconds(3);

    /** What happens while the standby lacks the last commits; then all members have ended, and run again. */
    private interface Fault {
        void happen(DrillFarm farm, Rounds rounds, ReplicatedServer servers);
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                Arguments.of("behind-failover-under-load", fault(WriteBehindFailoverDrill::underLoad)),
                Arguments.of("behind-failover-at-rest", fault(WriteBehindFailoverDrill::atRest)),
                Arguments.of("behind-failover-and-stop-all", fault(WriteBehindFailoverDrill::stopAll)));
    }

    private static Fault fault(Fault fault) {
        return fault;
    }

    /** What is saved again afterwards is written again in any case. So the instances of one round rest by then, and those of the next are at work. */
    private static void underLoad(DrillFarm farm, Rounds rounds, ReplicatedServer servers) {
        rounds.settle();
        Rounds.last(LACKED);
        rounds.begin();
        servers.failOver();
        farm.nodes().forEach(rounds::awaitMore);
        rounds.settle();
        WriteBehindDrill.restart(farm, rounds);
    }

    /** No slot changes any more, so that a write would have nothing to do. */
    private static void atRest(DrillFarm farm, Rounds rounds, ReplicatedServer servers) {
        rounds.settle();
        Rounds.last(LACKED);
        servers.failOver();
        WriteBehindDrill.restart(farm, rounds);
    }

    /** All members get SIGTERM before any of them had a reason to look at the database again. */
    private static void stopAll(DrillFarm farm, Rounds rounds, ReplicatedServer servers) {
        rounds.settle();
        Rounds.last(LACKED);
        servers.failOver();
        farm.stopAll();
        WriteBehindDrill.start(farm, rounds);
        farm.awaitWhole();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void whatIsAcknowledgedIsThereAfterwards(String name, Fault fault) throws Exception {
        try (ReplicatedServer servers = ReplicatedServer.in(DatabaseDrill.directory(name), false);
                DrillFarm farm = DrillFarm.onLoopback(name, 3, WriteBehindDrill.settings(servers.url()))
                        .running(BehindNode.class)
                        .startAll()) {
            Rounds rounds = new Rounds(farm);
            for (int left = Rounds.asked(ROUNDS); left > 0; left--) {
                rounds.begin();
                servers.endReplication();
                Rounds.last(LACKED);
                fault.happen(farm, rounds, servers);
                rounds.tell(rounds.judged(), "");
                servers.replicateAgain();
            }
            Findings all = rounds.all();
            Summary.addRow(name, "write-behind", rounds.number(), all, Summary.NOBODY_TRIED);

            assertThat(all.broken()).isEmpty();
        }
    }
}
