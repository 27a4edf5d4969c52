// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.scale;

import dev.rehydrate.benchmark.farm.Farm;
import dev.rehydrate.benchmark.farm.StoreAccess;
import dev.rehydrate.benchmark.measure.Ratio;
import dev.rehydrate.benchmark.process.ChildJvm;
import dev.rehydrate.benchmark.report.ResultRow;
import dev.rehydrate.benchmark.report.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * The process of a workflow host dies that held instances on a farm with many others; another host takes them over, while a
 * third party saves. What saves take is compared with what the same saves take before the death.
 */
final class OrphansRun {

    private static final int ORPHANS = 1000;
    private static final int ROUNDS = 3;
    private static final double GOAL_MILLIS = 10_000;
    private static final double P99 = 0.99;
    private static final double GOAL_P99 = 2;
    private static final double MICROS = 1000;
    private static final long WARM_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final int SAVED = 500_000;
    private static final String HEAP = "512m";

    private final Results results;
    private final int farm;
    private final StoreAccess access;

    OrphansRun(Results results, int farm) {
        this.results = results;
        this.farm = farm;
        this.access = Farm.access(farm);
    }

    void run() {
        List<Round> rounds = new ArrayList<>();
        for (int number = 0; number < ROUNDS; number++) {
            rounds.add(round(number));
        }
        addTime(
                "1,000 orphans of 1,000,000, first to last / 10 s",
                rounds.stream().map(round -> round.last - round.first).toList());
        addTime(
                "the first of them, from the death / 10 s",
                rounds.stream().map(round -> round.first - round.death).toList());
        results.add(ResultRow.of(
                "farm",
                "p99 of saves while they are taken over / before",
                "us",
                Ratio.of(
                        rounds.stream()
                                .map(round -> Ratio.quantile(round.quiet, P99))
                                .toList(),
                        rounds.stream()
                                .map(round -> Ratio.quantile(round.busy, P99))
                                .toList()),
                GOAL_P99));
    }

    private void addTime(String name, List<Long> nanos) {
        List<Double> goal = nanos.stream().map(each -> GOAL_MILLIS).toList();
        List<Double> millis = nanos.stream().map(each -> each / MICROS / MICROS).toList();
        results.add(ResultRow.of("farm", name, "ms", Ratio.of(goal, millis), 1));
    }

    /**
     * What one takeover gave.
     *
     * @param death when the process was killed
     * @param first when the first instance was loaded
     * @param last when the last one was released
     * @param quiet what saves took before the death, in microseconds
     * @param busy what saves took from the first to the last
     */
    private record Round(long death, long first, long last, List<Double> quiet, List<Double> busy) {}

    private Round round(int number) {
        List<String> args = new ArrayList<>(List.of(Integer.toString(ORPHANS), number + "-"));
        args.addAll(Farm.way(farm));
        try (OrphanHost heir = new OrphanHost(Farm.client(farm))) {
            Saver saver = new Saver();
            long quiet = quiet(args);
            long death = System.nanoTime();
            while (heir.released() < ORPHANS) {
                LockSupport.parkNanos(STEP_NANOS);
                if (System.nanoTime() - death > PATIENCE_NANOS) {
                    throw new IllegalStateException("taken over in a minute: " + heir.released() + " of " + ORPHANS);
                }
            }
            saver.end();
            long first = heir.firstLoaded();
            long last = heir.lastReleased();
            return new Round(death, first, last, saver.between(quiet, death), saver.between(first, last));
        }
    }

    /** The host lives for a while. {@return when it was quiet for the first time} */
    private static long quiet(List<String> args) {
        try (ChildJvm host = ChildJvm.start(HEAP, OrphanHost.class, args)) {
            requireHeard(host);
            LockSupport.parkNanos(WARM_NANOS);
            long quiet = System.nanoTime();
            LockSupport.parkNanos(QUIET_NANOS);
            return quiet;
        }
    }

    private static void requireHeard(ChildJvm host) {
        if (!OrphanHost.READY.equals(host.greeting())) {
            throw new IllegalStateException("the host said " + host.greeting());
        }
    }

    /** Saves one after the other until it is ended. */
    private final class Saver {

        private final AtomicBoolean ended = new AtomicBoolean();
        private final List<Long> begun = new ArrayList<>();
        private final List<Double> took = new ArrayList<>();
        private final Thread thread = new Thread(this::run, "saver");

        Saver() {
            thread.start();
        }

        private void run() {
            SplittableRandom draw = new SplittableRandom(2);
            while (!ended.get()) {
                long begin = System.nanoTime();
                FarmRun.save(access, draw.nextInt(SAVED));
                begun.add(begin);
                took.add((System.nanoTime() - begin) / MICROS);
            }
        }

        void end() {
            ended.set(true);
            try {
                thread.join();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(interrupted);
            }
        }

        /** {@return what those saves took that began within a time; after the end} */
        List<Double> between(long from, long to) {
            List<Double> some = new ArrayList<>();
            for (int save = 0; save < took.size(); save++) {
                if (begun.get(save) >= from && begun.get(save) < to) {
                    some.add(took.get(save));
                }
            }
            return some;
        }
    }
}
