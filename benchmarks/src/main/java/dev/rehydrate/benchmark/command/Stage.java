// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.command;

import dev.rehydrate.benchmark.measure.Contest;
import dev.rehydrate.benchmark.measure.Pace;
import dev.rehydrate.benchmark.measure.Round;
import dev.rehydrate.benchmark.measure.Round.Measure;
import dev.rehydrate.benchmark.process.AllProcesses;
import dev.rehydrate.benchmark.process.AwakeProcessors;
import dev.rehydrate.benchmark.report.Results;
import dev.rehydrate.benchmark.report.RowKey;
import java.util.List;
import java.util.Map;

/**
 * Where contests take place.
 *
 * @param where the topology or the section
 * @param pace how long
 * @param processes all that take part
 * @param results where the rows go
 */
public record Stage(String where, Pace pace, AllProcesses processes, Results results) {

    static final String STORE = "rehydrate";
    static final String EXACT = "rehydrate authoritative";
    static final String HELD = "rehydrate held";
    static final String MAP = "map";

    /**
     * What is done.
     *
     * @param name its name in tables
     * @param bytes the size of the state, or zero if that does not matter
     * @param callers how many call at once
     */
    record Scenario(String name, int bytes, int callers) {

        RowKey key(String where, String measure, String subject, String base) {
            String scenario = measure.isEmpty() ? name : name + ", " + measure;
            return new RowKey(
                    scenario, where, bytes == 0 ? "" : String.valueOf(bytes), String.valueOf(callers), subject, base);
        }
    }

    /** Measures a contest, and compares the store with each peer, and each peer with the bare map. */
    void measure(Scenario scenario, Contest contest) {
        Map<String, List<Round>> rounds = run(scenario, contest);
        for (String subject : rounds.keySet()) {
            for (String base : rounds.keySet()) {
                boolean judged = subject.startsWith(STORE) ? !base.startsWith(STORE) : base.startsWith(MAP);
                if (judged && !subject.equals(base)) {
                    compare(scenario, contest.isPure(), rounds, subject, base);
                }
            }
        }
    }

    /** Measures two subjects, of which one is the base. */
    void measure(Scenario scenario, Contest contest, String subject, String base) {
        compare(scenario, contest.isPure(), run(scenario, contest), subject, base);
    }

    private Map<String, List<Round>> run(Scenario scenario, Contest contest) {
        Map<String, List<Round>> rounds = isOneCallerOfGrid(scenario)
                ? awake(scenario, contest)
                : contest.run(scenario.callers(), pace, processes);
        rounds.forEach((subject, measured) -> results.keep(scenario.key(where, "", subject, ""), measured));
        return rounds;
    }

    /** Many callers, and a database that forces its disk, keep the processors busy, and would share them with what keeps them awake. */
    private boolean isOneCallerOfGrid(Scenario scenario) {
        return scenario.callers() == 1 && !where.equals(DatabaseRun.WHERE);
    }

    private Map<String, List<Round>> awake(Scenario scenario, Contest contest) {
        AwakeProcessors awake = AwakeProcessors.start();
        try {
            return contest.run(scenario.callers(), pace, processes);
        } finally {
            awake.close();
        }
    }

    private void compare(
            Scenario scenario, boolean pure, Map<String, List<Round>> rounds, String subject, String base) {
        for (Measure measure : measures(scenario, pure)) {
            results.compare(
                    scenario.key(where, measure.label(), subject, base),
                    measure,
                    rounds.getOrDefault(base, List.of()),
                    rounds.getOrDefault(subject, List.of()));
        }
    }

    private static List<Measure> measures(Scenario scenario, boolean pure) {
        if (!pure) {
            return List.of(Measure.P50, Measure.P99, Measure.P999);
        }
        boolean many = scenario.callers() > 1 || scenario.name().contains("in flight");
        return List.of(
                many ? Measure.THROUGHPUT : Measure.P50, Measure.P99, Measure.P999, Measure.PROCESSOR, Measure.GARBAGE);
    }
}
