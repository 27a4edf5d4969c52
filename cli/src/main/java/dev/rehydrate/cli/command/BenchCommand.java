// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rehydrate.cli.connect.Connection;
import dev.rehydrate.cli.terminal.ExitCode;
import dev.rehydrate.cli.terminal.Progress;
import dev.rehydrate.cli.terminal.Table;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreCommands;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the lives of instances: create, load, save, complete. */
@Command(
        name = "bench",
        description = "Measure this store from here: create, load, save and complete instances of its own.",
        mixinStandardHelpOptions = true)
public final class BenchCommand extends StoreCommand {

    private static final Duration LONGEST = Duration.ofHours(1);
    /** What an interrupted run leaves behind goes away by itself. */
    private static final Duration IDLE = Duration.ofMinutes(10);

    private static final DefinitionIdentity DEFINITION = DefinitionIdentity.of("rehydrate.bench", "1.0");
    /** More would measure the memory of this process. */
    private static final int MOST_INSTANCES = 1_000_000;

    private static final int MOST_THREADS = 256;
    private static final int MOST_BYTES = 1_000_000;
    private static final int LOOK_MILLIS = 200;
    private static final double MICROS = 1e3;
    private static final double NANOS = 1e9;

    @Option(names = "--instances", paramLabel = "N", description = "How many lives, at most 1000000; default 1000.")
    private int instances = 1000;

    @Option(names = "--threads", paramLabel = "N", description = "How many at a time, at most 256; default 4.")
    private int threads = 4;

    @Option(
            names = "--bytes",
            paramLabel = "N",
            description = "The size of the value that each save writes, at most 1000000; default 1000.")
    private int bytes = 1000;

    @Option(
            names = {"-y", "--yes"},
            description = "Do not ask.")
    private boolean yes;

    private final Map<Step, long[]> nanos = new EnumMap<>(Step.class);

    private enum Step {
        CREATE,
        LOAD,
        SAVE,
        COMPLETE
    }

    /**
     * Makes the command.
     *
     * @param connection what to measure
     */
    public BenchCommand(Connection connection) {
        super(connection);
    }

    @Override
    void check() {
        requireBetween("--instances", 1, instances, MOST_INSTANCES);
        requireBetween("--threads", 1, threads, MOST_THREADS);
        requireBetween("--bytes", 0, bytes, MOST_BYTES);
        if (!yes && !terminal().isInteractive()) {
            throw usage("this is not a terminal on which you can be asked: give --yes");
        }
    }

    private void requireBetween(String option, int least, int given, int most) {
        if (given < least || given > most) {
            throw usage(option + " is from " + least + " to " + most + ", not " + given + "; nothing was done");
        }
    }

    @Override
    int run(InstanceStore store) throws Exception {
        if (!yes && !terminal().confirms("This puts load on the store: " + 4L * instances + " commands. Go on?")) {
            say("Nothing was done.");
            return ExitCode.REFUSED;
        }
        for (Step step : Step.values()) {
            nanos.put(step, new long[instances]);
        }
        TimeSource time = connection.time();
        long began = time.nanoTime();
        lives(store.commands());
        double seconds = (time.nanoTime() - began) / NANOS;
        show(seconds);
        return ExitCode.DONE;
    }

    private void lives(StoreCommands commands) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        AtomicInteger next = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        try (Progress progress = new Progress(terminal(), connection.time(), "lives", instances)) {
            List<Future<?>> workers = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                workers.add(pool.submit(() -> {
                    for (int life = next.getAndIncrement(); life < instances; life = next.getAndIncrement()) {
                        live(commands, life);
                        done.incrementAndGet();
                    }
                    return null;
                }));
            }
            for (Future<?> worker : workers) {
                await(worker, () -> progress.at(done.get()));
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private static void await(Future<?> worker, Runnable meanwhile) throws Exception {
        for (long waited = 0; waited < LONGEST.toMillis(); waited += LOOK_MILLIS) {
            try {
                worker.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException notYet) {
                meanwhile.run();
            } catch (ExecutionException failed) {
                throw failed.getCause() instanceof RuntimeException known ? known : failed;
            }
        }
        throw new TimeoutException("the measurement took longer than " + LONGEST);
    }

    private void live(StoreCommands commands, int life) {
        InstanceId id = InstanceId.random();
        InstanceValue value = InstanceValue.of(new byte[bytes]);
        timed(
                Step.CREATE,
                life,
                () -> commands.execute(
                                id,
                                CreateInstance.of(InstanceChanges.builder()
                                        .replaceData(Map.of("value", value))
                                        .definition(DEFINITION)
                                        .idleTtl(IDLE)
                                        .build()))
                        .receiptOrThrow());
        InstanceSnapshot[] seen = new InstanceSnapshot[1];
        timed(
                Step.LOAD,
                life,
                () -> seen[0] =
                        commands.execute(id, LoadInstance.of(LoadMode.peek())).snapshotOrThrow());
        timed(
                Step.SAVE,
                life,
                () -> commands.execute(
                                id,
                                SaveInstance.ifUnchanged(
                                        InstanceChanges.builder()
                                                .changeData(ValueDelta.putting(Map.of("value", value)))
                                                .build(),
                                        seen[0].revision()))
                        .receiptOrThrow());
        timed(
                Step.COMPLETE,
                life,
                () -> commands.execute(id, CompleteInstance.now()).receiptOrThrow());
    }

    private void timed(Step step, int life, Runnable command) {
        long began = connection.time().nanoTime();
        command.run();
        Objects.requireNonNull(nanos.get(step), "step")[life] =
                connection.time().nanoTime() - began;
    }

    private void show(double seconds) {
        Table table = new Table(List.of("COMMAND", "P50 µs", "P99 µs", "MAX µs"));
        ObjectNode object = Json.object()
                .put("instances", instances)
                .put("threads", threads)
                .put("bytes", bytes)
                .put("seconds", seconds)
                .put("livesPerSecond", instances / seconds);
        nanos.forEach((step, times) -> {
            Arrays.sort(times);
            String name = step.name().toLowerCase(Locale.ROOT);
            long[] figures = {micros(times, 0.5), micros(times, 0.99), micros(times, 1)};
            table.row(name, figures[0], figures[1], figures[2]);
            object.putObject(name)
                    .put("p50Micros", figures[0])
                    .put("p99Micros", figures[1])
                    .put("maxMicros", figures[2]);
        });
        if (isJson()) {
            print(object);
        } else {
            table.print(terminal().out());
            terminal()
                    .out()
                    .println(SafeText.line(String.format(
                            Locale.ROOT,
                            "%.0f lives per second, %d threads, %d bytes",
                            instances / seconds,
                            threads,
                            bytes)));
        }
    }

    private static long micros(long[] sorted, double share) {
        int at = (int) Math.ceil(share * sorted.length) - 1;
        return Math.round(sorted[Math.max(0, at)] / MICROS);
    }
}
