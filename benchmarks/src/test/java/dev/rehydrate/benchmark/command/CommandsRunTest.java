// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.benchmark.farm.Farm;
import dev.rehydrate.benchmark.measure.Pace;
import dev.rehydrate.benchmark.option.Topology;
import dev.rehydrate.benchmark.process.AllProcesses;
import dev.rehydrate.benchmark.report.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing is timed here: a benchmark that no longer runs, or no longer gives a row that a goal asks for, is noticed at once. */
class CommandsRunTest {

    private static final Duration MOST = Duration.ofMinutes(8);
    /** Of members, servers and instances that must be there before something is measured, as it was on two processors. */
    private static final Duration STARTS_AND_FILLS = Duration.ofMinutes(3);

    private static final Pace HASTE = new Pace(1, 5, 5, 5, 80);
    private static final int SUBJECTS_OF_RESIDENTS = 4;
    private static final int WARM_UPS_OF_COMMANDS = 4;
    private static final int WARM_UPS_OF_DATABASE = 6;

    @TempDir
    private static Path folder;

    private static List<String> commandRounds = List.of();
    private static List<String> databaseRounds = List.of();
    private static int lives;

    @BeforeAll
    static void runInHaste() throws IOException {
        try (Farm farm = Farm.start(Topology.ONE)) {
            CommandsRun run = new CommandsRun(stage("one", HASTE), farm.access());
            run.run(group -> !group.equals("life"));
            lives = run.lives().subjectsBesideServers();
        }
        Path rounds = folder.resolve("rounds.csv");
        commandRounds = Files.readAllLines(rounds);
        Files.delete(rounds);
        new DatabaseRun(stage(DatabaseRun.WHERE, HASTE.with(1, 1))).run();
        databaseRounds = Files.readAllLines(rounds);
    }

    private static Stage stage(String where, Pace pace) {
        return new Stage(where, pace, new AllProcesses(), new Results(folder));
    }

    @Test
    @DisplayName("every contest of a topology runs, and compares the store with the bare map and with peers")
    void everyContestRuns() throws IOException {
        List<String> rows = Files.readAllLines(folder.resolve("ratios.csv"));

        assertThat(rows)
                .anyMatch(row -> row.startsWith("\"save, p50\",one,1024,1,rehydrate,map,"))
                .anyMatch(row -> row.startsWith("\"save, p50\",one,4194304,1,rehydrate,map,"))
                .anyMatch(row -> row.startsWith("\"save, throughput\",one,1024,32,rehydrate,map,"))
                .anyMatch(row -> row.startsWith("\"save, garbage\",one,1024,1,rehydrate,replace,"))
                .anyMatch(row -> row.startsWith("\"complete, p50\",one,1024,1,rehydrate,map delete,"))
                .anyMatch(row -> row.startsWith("\"load by key, p99.9\",one,262144,1,rehydrate authoritative,map,"))
                .anyMatch(row -> row.startsWith("\"delta of 1 KB, p50\",one,,1,into 256 KB,save of 1 KB,"))
                .anyMatch(row -> row.startsWith("\"save by the holder, p50\",one,1024,1,and release,alone,"));
        assertThat(commandRounds).anyMatch(row -> row.startsWith("\"save, 64 in flight\",one,1024,1,rehydrate,1,"));
    }

    @Test
    @DisplayName("a short run has contests and rounds for less than eight minutes")
    void aShortRunIsShort() {
        Pace pace = Pace.SHORT;
        long commands = WARM_UPS_OF_COMMANDS * (long) pace.sharedWarmUpMillis()
                + pace.contestMillis(subjects(commandRounds))
                + pace.longer(LivesRun.LONGER).contestMillis(lives);
        long database = WARM_UPS_OF_DATABASE * (long) pace.sharedWarmUpMillis()
                + pace.longer(DatabaseRun.LONGER).contestMillis(subjects(databaseRounds));
        long planned = Topology.values().length * commands + database + pace.contestMillis(SUBJECTS_OF_RESIDENTS);

        assertThat(Duration.ofMillis(planned).plus(STARTS_AND_FILLS)).isLessThan(MOST);
    }

    /** In haste each has one round; the first line is the head. */
    private static int subjects(List<String> rounds) {
        return rounds.size() - 1;
    }

    @Test
    @DisplayName("members in processes of their own form a cluster with the caller's, and are in what a command costs")
    void membersHaveProcesses() {
        AllProcesses all = new AllProcesses();
        try (Farm farm = Farm.start(Topology.TWO)) {
            assertThat(farm.children()).hasSize(1);
            assertThat(farm.access().hazelcast().getCluster().getMembers()).hasSize(2);

            long here = all.allocatedBytes();
            farm.children().forEach(all::add);
            assertThat(all.allocatedBytes()).isGreaterThan(here);
        }
    }
}
