// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.benchmark.measure.Pace;
import dev.rehydrate.benchmark.process.AllProcesses;
import dev.rehydrate.benchmark.report.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing is timed here: a benchmark that no longer runs, or no longer gives a row that a goal asks for, is noticed at once. */
class CommandsRunTest {

    private static final Pace HASTE = new Pace(1, 5, 5, 5, 80);

    @Test
    @DisplayName("every contest of a topology runs, and compares the store with the bare map and with peers")
    void everyContestRuns(@TempDir Path folder) throws IOException {
        try (Farm farm = Farm.start(Topology.ONE)) {
            Stage stage = new Stage("one", HASTE, new AllProcesses(), new Results(folder));

            new CommandsRun(stage, farm.access()).run(group -> !group.equals("life"));
        }

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
        assertThat(Files.readAllLines(folder.resolve("rounds.csv")))
                .anyMatch(row -> row.startsWith("\"save, 64 in flight\",one,1024,1,rehydrate,1,"));
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
