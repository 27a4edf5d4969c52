// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

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
        ResultFile results = new ResultFile(arguments.results(), arguments.ratios());
        Launcher launcher = new Launcher(arguments.jvm());
        results.begin();
        for (Section section : arguments.sections()) {
            switch (section) {
                case COMMANDS, WIDE, RESTED -> {
                    for (Topology topology : arguments.topologies()) {
                        measure(launcher, section, topology.label(), arguments, args);
                    }
                }
                case FOOTPRINT, RESIDENTS, FARM, DATABASE, ROWS, TIMERS, HOSTS, RECORDER ->
                    measure(launcher, section, Topology.ONE.label(), arguments, args);
                case START -> StartRun.run(results, launcher, arguments.pace().rounds());
            }
        }
    }

    private static void measure(Launcher launcher, Section section, String topology, Arguments arguments, String[] args)
            throws IOException, InterruptedException {
        List<String> told = new ArrayList<>(List.of(section.name(), topology));
        told.addAll(List.of(args));
        told.add("results=" + arguments.results());
        launcher.run(section, SectionRun.class, told);
    }
}
