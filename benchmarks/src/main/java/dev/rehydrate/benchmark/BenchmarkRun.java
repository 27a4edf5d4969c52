// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import dev.rehydrate.benchmark.option.Arguments;
import dev.rehydrate.benchmark.option.Launcher;
import dev.rehydrate.benchmark.option.Section;
import dev.rehydrate.benchmark.option.Topology;
import dev.rehydrate.benchmark.report.Page;
import dev.rehydrate.benchmark.report.Results;
import dev.rehydrate.benchmark.start.StartRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

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
    @SuppressWarnings("SystemOut")
    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.parse(List.of(args));
        Results results = new Results(arguments.docs());
        Launcher launcher = new Launcher(arguments.jvm());
        results.begin();
        long began = System.nanoTime();
        for (Section section : arguments.sections()) {
            switch (section) {
                case COMMANDS, BEHIND, WRITE_BEHIND, WIDE, RECORDER -> {
                    for (Topology topology : arguments.topologies()) {
                        measure(results, launcher, section, topology.label(), args);
                    }
                }
                case FOOTPRINT, RESIDENTS, FARM, DATABASE, ROWS, TIMERS, HOSTS, PARTS ->
                    measure(results, launcher, section, Topology.ONE.label(), args);
                case START -> {
                    long start = System.nanoTime();
                    results.section("start,", SectionRun.about(arguments.pace()));
                    StartRun.run(results, launcher, arguments.pace().rounds());
                    results.ended("start,", secondsSince(start));
                }
                case REPORT -> new Page(results).write();
            }
        }
        System.out.printf("took %d s%n", secondsSince(began));
    }

    private static void measure(Results results, Launcher launcher, Section section, String topology, String[] args)
            throws IOException, InterruptedException {
        long began = System.nanoTime();
        List<String> told = new ArrayList<>(List.of(section.name(), topology));
        told.addAll(List.of(args));
        launcher.run(section, SectionRun.class, told);
        results.ended(section.keyIn(topology), secondsSince(began));
    }

    private static long secondsSince(long began) {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
    }
}
