// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Measures one section, in a process of its own. */
final class SectionRun {

    private final Arguments arguments;
    private final ResultFile results;

    private SectionRun(Arguments arguments) {
        this.arguments = arguments;
        this.results = new ResultFile(arguments.results(), arguments.ratios());
    }

    /**
     * Runs in a process that {@link BenchmarkRun} starts.
     *
     * @param args the section and the topology, then what the whole run was given
     */
    public static void main(String[] args) {
        int status = 1;
        try {
            Arguments arguments = Arguments.parse(List.of(args).subList(2, args.length));
            new SectionRun(arguments).run(Section.valueOf(args[0]), Topology.labelled(args[1]));
            status = 0;
        } catch (RuntimeException | Error failure) {
            Thread here = Thread.currentThread();
            here.getUncaughtExceptionHandler().uncaughtException(here, failure);
        }
        // Threads of the engine that are still on their way out, or that a failure has left, must not delay the next
        // process.
        System.exit(status);
    }

    private void run(Section section, Topology topology) {
        switch (section) {
            case COMMANDS -> {
                Farm.start(topology);
                new Rounds(arguments.pace()).warmUp(Plan.shared());
                Plan.of(topology, arguments::wantsGroup).forEach((group, rows) -> compare(topology.label(), rows));
            }
            case FOOTPRINT -> FootprintRun.run(results);
            case RESIDENTS -> {
                ResidentsRun.start();
                compare("many", ResidentsRun.rows());
            }
            case FARM -> new FarmRun(results).run();
            case DATABASE -> new DatabaseRun(arguments.pace(), results).run();
            case ROWS -> new RowsRun(arguments, results).run();
            case TIMERS -> TimersRun.run(results);
            case HOSTS -> HostsRun.run(results);
            case WIDE -> {
                Farm.start(topology);
                new WideRun(topology.label(), results).run();
            }
            case RECORDER -> new RecorderRun(results).run();
            case RESTED -> {
                Farm.start(topology);
                new RestedRun(topology.label(), results).run();
            }
            case START -> throw new IllegalArgumentException("each start has a process of its own");
        }
    }

    private void compare(String where, List<Comparison> rows) {
        Set<Case> cases = new LinkedHashSet<>();
        rows.forEach(row -> {
            cases.add(row.base());
            cases.add(row.candidate());
        });
        Map<Case, List<Sample>> samples = new Rounds(arguments.pace()).run(cases);
        for (Comparison row :
                rows.stream().flatMap(row -> row.withTails().stream()).toList()) {
            Ratio ratio = Ratio.of(measured(row, samples.get(row.base())), measured(row, samples.get(row.candidate())));
            results.add(ResultRow.of(where, row, ratio));
        }
    }

    private static List<Double> measured(Comparison row, @Nullable List<Sample> samples) {
        return Objects.requireNonNull(samples).stream().map(row.measure()::of).toList();
    }
}
