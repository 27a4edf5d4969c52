// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import dev.rehydrate.benchmark.report.Page;
import dev.rehydrate.benchmark.report.Results;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The benchmarks: one process after the other, and a line for each row. */
public final class BenchmarkRun {

    private BenchmarkRun() {}

    /**
     * Runs what is asked for; see {@code docs/benchmarks.md}.
     *
     * @param args as {@link Arguments#USAGE} says
     * @throws IOException if a process cannot be started
     * @throws InterruptedException if the run is interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.parse(List.of(args));
        Results results = new Results(arguments.docs());
        Launcher launcher = new Launcher(arguments.jvm());
        results.begin();
        for (Section section : arguments.sections()) {
            switch (section) {
                case COMMANDS, WIDE, RECORDER -> {
                    for (Topology topology : arguments.topologies()) {
                        measure(launcher, section, topology.label(), args);
                    }
                }
                case FOOTPRINT, RESIDENTS, FARM, DATABASE, ROWS, TIMERS, HOSTS, PARTS ->
                    measure(launcher, section, Topology.ONE.label(), args);
                case START -> {
                    results.section("start,", SectionRun.about(arguments.pace()));
                    StartRun.run(results, launcher, arguments.pace().rounds());
                }
                case REPORT -> new Page(results).write();
            }
        }
    }

    private static void measure(Launcher launcher, Section section, String topology, String[] args)
            throws IOException, InterruptedException {
        List<String> told = new ArrayList<>(List.of(section.name(), topology));
        told.addAll(List.of(args));
        launcher.run(section, SectionRun.class, told);
    }
}
