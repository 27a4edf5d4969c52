// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.drill.DrillFarm;
import dev.rehydrate.store.hazelcast.drill.Findings;
import dev.rehydrate.store.hazelcast.drill.NodeJvm;
import dev.rehydrate.store.hazelcast.drill.Rounds;
import dev.rehydrate.store.hazelcast.drill.Summary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Three members that write behind, and what happens to them: what they have acknowledged is there afterwards. */
final class WriteBehindDrill {

    private static final int ROUNDS = 5;
    private static final String BRIEF = "brief";
    private static final String SOWN = "6";
    private static final String NONE = "0";

    /** What happens in a round, under load at first; the farm is whole again afterwards. */
    interface Fault {
        void happen(DrillFarm farm, Rounds rounds);
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                Arguments.of("behind-kill-one", fault(WriteBehindDrill::killOne)),
                Arguments.of("behind-stop-all", fault(WriteBehindDrill::stopAll)),
                Arguments.of("behind-flush-and-kill-all", fault(WriteBehindDrill::flushAndKillAll)),
                Arguments.of("behind-kill-one-in-a-flush", fault(WriteBehindDrill::killOneInAFlush)));
    }

    private static Fault fault(Fault fault) {
        return fault;
    }

    private static void killOne(DrillFarm farm, Rounds rounds) {
        farm.kill(List.of(rounds.victim()));
        List<NodeJvm> started = started(farm, rounds);
        farm.awaitWhole();
        goOn(farm, rounds, started);
    }

    /** The callers go on until their process ends. */
    private static void stopAll(DrillFarm farm, Rounds rounds) {
        farm.stopAll();
        List<NodeJvm> started = started(farm, rounds);
        farm.awaitWhole();
        goOn(farm, rounds, started);
    }

    private static void flushAndKillAll(DrillFarm farm, Rounds rounds) {
        rounds.settle();
        restart(farm, rounds);
    }

    /** What the flush has said of what was there before holds, although the farm was changed meanwhile, and all members have ended since. */
    private static void killOneInAFlush(DrillFarm farm, Rounds rounds) {
        NodeJvm asked = farm.node(rounds.survivor());
        CompletableFuture<String> flushed = CompletableFuture.supplyAsync(
                () -> asked.ask(DrillFarm.PATIENCE, "flush"), task -> new Thread(task, "flush").start());
        farm.kill(List.of(rounds.victim()));
        flushed.join();
        List<NodeJvm> started = started(farm, rounds);
        farm.awaitWhole();
        goOn(farm, rounds, started);
        restart(farm, rounds);
    }

    /** Lets all be written, kills all members, and starts them. */
    static void restart(DrillFarm farm, Rounds rounds) {
        farm.nodes().iterator().next().ask(DrillFarm.PATIENCE, "flush");
        farm.kill(List.copyOf(farm.names()));
        start(farm, rounds);
        farm.awaitWhole();
    }

    /** The settings of the members of a farm of three. */
    static Map<String, String> settings(String url) {
        return Map.of(JdbcNode.URL, url, "rehydrate.durability", "write-behind", "rehydrate.farm-size", "3");
    }

    /** With operators too. */
    private static Map<String, String> operated(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(settings);
        all.put("rehydrate.sweep-period", "2s");
        all.put(BehindNode.OPERATED, "true");
        return all;
    }

    /** Starts all that do not run, at the same time. */
    static void start(DrillFarm farm, Rounds rounds) {
        var unused = started(farm, rounds);
    }

    private static List<NodeJvm> started(DrillFarm farm, Rounds rounds) {
        List<NodeJvm> started = farm.names().stream()
                .filter(name -> farm.node(name) == null)
                .map(farm::begin)
                .toList();
        started.forEach(node -> {
            node.awaitUp();
            rounds.join(node);
        });
        return started;
    }

    /** The others are at work. Twice at work, they would change at once what only one lane of a node is to change. */
    private static void goOn(DrillFarm farm, Rounds rounds, List<NodeJvm> started) {
        started.forEach(rounds::load);
        farm.nodes().forEach(rounds::awaitMore);
        rounds.settle();
    }

    /** Beside what the lanes do: what lives for long, is completed and kept, or removed, is idle for too long, or becomes due. */
    private static void sow(DrillFarm farm, Rounds rounds) {
        NodeJvm node = farm.node(rounds.survivor());
        node.ask(DrillFarm.PATIENCE, "almanac", "sow");
        node.ask(DrillFarm.PATIENCE, "almanac", "sow-brief", BRIEF);
    }

    /** Looks at all that was sown, on each node, and at the rows: with the load ended, they are as the slots are. */
    private static void inspect(DrillFarm farm, Rounds rounds, String due) {
        NodeJvm survivor = farm.node(rounds.survivor());
        Awaitility.await("what was idle for too long is gone")
                .atMost(DrillFarm.PATIENCE)
                .until(() -> survivor.ask(DrillFarm.PATIENCE, "almanac", "left", BRIEF)
                        .equals(NONE));
        assertThat(survivor.ask(DrillFarm.PATIENCE, "almanac", "harvest"))
                .as("instances that were due")
                .isEqualTo(due);
        farm.nodes()
                .forEach(node -> assertThat(node.ask(DrillFarm.PATIENCE, "almanac", "inspect"))
                        .as("what is wrong by " + node.name())
                        .isEmpty());
        assertThat(survivor.ask(DrillFarm.PATIENCE, "operated"))
                .as("what operators were told is done, or imported, and is not")
                .isEmpty();
        // What expires meanwhile is swept, and written after that.
        Awaitility.await("rows are as slots are")
                .atMost(DrillFarm.PATIENCE)
                .untilAsserted(() ->
                        assertThat(survivor.ask(DrillFarm.PATIENCE, "astray")).isEmpty());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void whatIsAcknowledgedIsThereAfterwards(String name, Fault fault) throws Exception {
        try (PostgresServer server = PostgresServer.in(DatabaseDrill.directory(name));
                DrillFarm farm = DrillFarm.onLoopback(name, 3, Rounds.timed(operated(settings(server.url()))))
                        .running(BehindNode.class)
                        .startAll()) {
            Rounds rounds = new Rounds(farm);
            for (int left = Rounds.asked(ROUNDS); left > 0; left--) {
                rounds.begin();
                sow(farm, rounds);
                fault.happen(farm, rounds);
                inspect(farm, rounds, SOWN);
                restart(farm, rounds);
                inspect(farm, rounds, NONE);
                rounds.tell(rounds.judged(), "");
            }
            assertThat(OperatorLog.kinds(farm.directory()))
                    .as("what operators were told is done")
                    .containsExactlyInAnyOrder(OperatorLog.Kind.values());
            Findings all = rounds.all();
            Summary.addRow(name, "write-behind", rounds.number(), all, Summary.NOBODY_TRIED);

            assertThat(all.broken()).isEmpty();
        }
    }
}
