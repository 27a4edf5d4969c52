// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.drill.DrillFarm;
import dev.rehydrate.store.hazelcast.drill.Event.Answer;
import dev.rehydrate.store.hazelcast.drill.Findings;
import dev.rehydrate.store.hazelcast.drill.Flaw;
import dev.rehydrate.store.hazelcast.drill.NodeJvm;
import dev.rehydrate.store.hazelcast.drill.Rounds;
import dev.rehydrate.store.hazelcast.drill.Summary;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The rounds of one drill: three processes under load, a fault, and a judgement of what they were told. */
final class DatabaseDrill {

    static final Duration STALL = Duration.ofSeconds(31);

    private static final String MODE = "durable";

    private final String name;
    private final DrillFarm farm;
    private final Rounds rounds;

    private DatabaseDrill(String name, DrillFarm farm) {
        this.name = name;
        this.farm = farm;
        this.rounds = new Rounds(farm);
    }

    /** Something that goes wrong in a round. */
    interface Fault {
        /** Begins and ends the fault; the processes are to be at work again by themselves afterwards. */
        void happen(DatabaseDrill drill) throws Exception;
    }

    static Path directory(String name) {
        return PostgresServer.emptied(Summary.DIRECTORY.resolve(name + "-database"));
    }

    /** Runs all rounds against a database that processes reach under a URL. */
    static Findings onServer(String name, String url, int usual, Fault fault) throws Exception {
        return run(name, 3, Map.of(JdbcNode.URL, url), usual, fault);
    }

    /**
     * As {@link #onServer}, with a database that lacks the last commits after each fault. What is lost of them is a figure to be known. All
     * else must belong together: each further key leads to the one instance that lists it.
     */
    static void onServerThatForgets(String name, String url, int usual, Fault fault) throws Exception {
        try (DrillFarm farm = DrillFarm.onDatabase(name, 3, Map.of(JdbcNode.URL, url), JdbcNode.class)
                .startAll()) {
            DatabaseDrill drill = new DatabaseDrill(name, farm);
            List<String> astray = new ArrayList<>();
            for (int left = Rounds.asked(usual); left > 0; left--) {
                drill.round(fault);
                astray.addAll(drill.rounds.keysAstray());
            }
            Findings all = drill.rounds.all();
            Summary.addRow(name, MODE, drill.rounds.number(), all, Summary.NOBODY_TRIED);

            assertThat(astray).as("further keys in the end of each round").isEmpty();
            assertThat(all.of(Flaw.ODD)).isEmpty();
            assertThat(all.of(Flaw.ETAG_TWICE)).isEmpty();
            assertThat(all.maxStallMillis()).as("ms for one answer").isLessThan(STALL.toMillis());
        }
    }

    /** Runs all rounds against a database with processes that are also members of a grid in front of it. */
    static Findings behindGrid(String name, String url, int usual, Fault fault) throws Exception {
        return run(name, 3, Map.of(JdbcNode.URL, url, JdbcNode.MAX_AGE, "PT10S"), usual, fault);
    }

    /** Runs all rounds with one process that has the database in a file. */
    static Findings onFile(String name, Path file, int usual, Fault fault) throws Exception {
        return run(name, 1, Map.of(JdbcNode.FILE, file.toString()), usual, fault);
    }

    private static Findings run(String name, int size, Map<String, String> settings, int usual, Fault fault)
            throws Exception {
        try (DrillFarm farm =
                DrillFarm.onDatabase(name, size, settings, JdbcNode.class).startAll()) {
            DatabaseDrill drill = new DatabaseDrill(name, farm);
            for (int left = Rounds.asked(usual); left > 0; left--) {
                drill.round(fault);
            }
            Findings all = drill.rounds.all();
            Summary.addRow(name, MODE, drill.rounds.number(), all, Summary.NOBODY_TRIED);

            assertThat(all.broken()).isEmpty();
            assertThat(all.maxStallMillis()).as("ms for one answer").isLessThan(STALL.toMillis());
            return all;
        }
    }

    private void round(Fault fault) throws Exception {
        rounds.begin();
        long begin = System.nanoTime();
        fault.happen(this);
        long over = System.nanoTime();
        farm.nodes().forEach(rounds::awaitMore);
        long normal = System.nanoTime();
        Findings findings = rounds.end();
        rounds.tell(
                findings,
                "fault of %d ms, at work again after %d ms, longest silence %d ms, %d unavailable, %d unknown,"
                        .formatted(
                                Rounds.millisBetween(begin, over),
                                Rounds.millisBetween(over, normal),
                                rounds.longestSilence(begin, normal),
                                rounds.answers(Answer.UNAVAILABLE),
                                rounds.answers(Answer.UNKNOWN)));
    }

    String name() {
        return name;
    }

    /** Kills all processes at one moment, without a word. */
    void killProcesses() {
        farm.kill(List.copyOf(farm.names()));
    }

    /** Kills the process whose turn it is, without a word. */
    void killProcess() {
        farm.kill(List.of(rounds.victim()));
    }

    /** Lets the process whose turn it is stand still. */
    void pauseProcess(Duration pause) {
        farm.node(rounds.victim()).whileFrozen(() -> {
            Rounds.last(pause);
            return pause;
        });
    }

    /** Starts the processes again that were killed, and lets them go on with the round. */
    void startProcesses() {
        List<NodeJvm> started = farm.names().stream()
                .filter(each -> farm.node(each) == null)
                .map(farm::begin)
                .toList();
        for (NodeJvm node : started) {
            node.awaitUp();
            rounds.join(node);
            rounds.load(node);
        }
    }

    /** Waits until all processes are at work. */
    void awaitWork() {
        farm.nodes().forEach(rounds::awaitMore);
    }

    /** Fails if a process has ended. */
    void requireProcesses() {
        assertThat(farm.nodes())
                .as("the processes of " + name)
                .hasSize(farm.names().size())
                .allMatch(NodeJvm::isAlive);
    }
}
