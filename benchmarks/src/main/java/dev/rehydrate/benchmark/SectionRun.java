// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import dev.rehydrate.benchmark.command.BehindGridRun;
import dev.rehydrate.benchmark.command.CommandsRun;
import dev.rehydrate.benchmark.command.DatabaseRun;
import dev.rehydrate.benchmark.command.FootprintRun;
import dev.rehydrate.benchmark.command.RecorderRun;
import dev.rehydrate.benchmark.command.ResidentsRun;
import dev.rehydrate.benchmark.command.Stage;
import dev.rehydrate.benchmark.command.WriteBehindRun;
import dev.rehydrate.benchmark.farm.Farm;
import dev.rehydrate.benchmark.measure.Pace;
import dev.rehydrate.benchmark.option.Arguments;
import dev.rehydrate.benchmark.option.Section;
import dev.rehydrate.benchmark.option.Topology;
import dev.rehydrate.benchmark.process.AllProcesses;
import dev.rehydrate.benchmark.process.ParentPipe;
import dev.rehydrate.benchmark.report.Results;
import dev.rehydrate.benchmark.scale.FarmRun;
import dev.rehydrate.benchmark.scale.HostsRun;
import dev.rehydrate.benchmark.scale.RowsRun;
import dev.rehydrate.benchmark.scale.TimersRun;
import dev.rehydrate.benchmark.scale.WideRun;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** Measures one section, in a process of its own. */
final class SectionRun {

    private final Arguments arguments;
    private final Results results;

    private SectionRun(Arguments arguments) {
        this.arguments = arguments;
        this.results = new Results(arguments.docs());
    }

    /**
     * Runs in a process that {@link BenchmarkRun} starts.
     *
     * @param args the section and the topology, then what the whole run was given
     */
    public static void main(String[] args) {
        ParentPipe.watch();
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
        results.section(section.keyIn(topology.label()), about(arguments.pace()));
        switch (section) {
            case COMMANDS -> commands(topology);
            case FOOTPRINT -> new FootprintRun(results, arguments.pace()).run();
            case RESIDENTS -> new ResidentsRun(stage("many")).run();
            case FARM -> new FarmRun(results).run();
            case DATABASE -> new DatabaseRun(stage(DatabaseRun.WHERE)).run();
            case BEHIND -> behindGrid(topology);
            case WRITE_BEHIND -> new WriteBehindRun(longer(topology), topology).run();
            case ROWS -> new RowsRun(arguments, results).run();
            case TIMERS -> TimersRun.run(results);
            case HOSTS -> HostsRun.run(results);
            case WIDE -> wide(topology);
            case RECORDER -> recorder(topology);
            case PARTS -> PartsRun.run();
            case START, REPORT -> throw new IllegalArgumentException(section + " has no process of its own");
        }
    }

    private void commands(Topology topology) {
        try (Farm farm = Farm.start(topology)) {
            Stage stage = stage(topology.label());
            farm.children().forEach(stage.processes()::add);
            new CommandsRun(stage, farm.access()).run(arguments.groups()::contains);
        }
    }

    private void behindGrid(Topology topology) {
        try (Farm farm = Farm.start(topology)) {
            Stage stage = stage(topology.label());
            farm.children().forEach(stage.processes()::add);
            new BehindGridRun(stage, farm.access()).run();
        }
    }

    private void wide(Topology topology) {
        try (Farm farm = Farm.start(topology)) {
            new WideRun(topology.label(), farm.access(), results).run();
        }
    }

    private void recorder(Topology topology) {
        try (Farm farm = Farm.start(topology)) {
            Stage stage = stage(topology.label());
            farm.children().forEach(stage.processes()::add);
            new RecorderRun(
                            stage,
                            farm.recording(RecorderRun.CHANGES),
                            farm.access().store())
                    .run();
        }
    }

    private Stage stage(String where) {
        return new Stage(where, arguments.pace(), new AllProcesses(), results);
    }

    /** A round of a farm that is written behind ends with a write of all that is left, which must not be all of it. */
    private Stage longer(Topology topology) {
        Pace longer = arguments.pace().longer(DatabaseRun.LONGER);
        return new Stage(topology.label(), longer, new AllProcesses(), results);
    }

    /** {@return when a section begins, how busy the machine was before, and how long it takes} */
    static String about(Pace pace) {
        return String.format(
                Locale.ROOT,
                "%s,%.2f,%d,%d,%d",
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                pace.rounds(),
                pace.roundMillis(),
                pace.residents());
    }
}
