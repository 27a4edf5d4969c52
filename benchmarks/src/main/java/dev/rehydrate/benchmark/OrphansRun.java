// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.benchmark.measure.Ratio;
import dev.rehydrate.benchmark.report.ResultRow;
import dev.rehydrate.benchmark.report.Results;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadRunnable;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A host dies that held instances on a farm with many others; another host takes them over, while a third one saves. */
final class OrphansRun {

    private static final int ORPHANS = 1000;
    private static final String TYPE = "orphans";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final double GOAL_MILLIS = 10_000;
    private static final double P99 = 0.99;
    private static final double GOAL_P99 = 2;
    private static final double MICROS = 1000;
    private static final long QUIET_MILLIS = 5000;
    private static final int SAVED = 500_000;

    private final Results results;
    private final int farm;
    private final StoreAccess access;

    OrphansRun(Results results, int farm) {
        this.results = results;
        this.farm = farm;
        this.access = Farm.access(farm);
    }

    void run() {
        // All stores of a farm have one lease: how often they look at others depends on their own.
        InstanceStore heirs = HazelcastInstanceStore.open(
                Farm.client(farm), StoreOptions.defaults().withLease(LEASE));
        OwnerId heir = heirs.execute(heirs.createHandle(), new CreateOwner(OwnerDescription.ofType(TYPE)), PATIENCE);
        HazelcastInstance host = Farm.client(farm);
        leaveOrphans(host);
        Saver before = new Saver();
        pause();
        List<Double> quiet = before.end();
        Saver meanwhile = new Saver();
        long death = System.nanoTime();
        host.getLifecycleService().terminate();
        take(heirs, heir, 1);
        long noticed = System.nanoTime();
        take(heirs, heir, ORPHANS - 1);
        long taken = System.nanoTime();
        List<Double> busy = meanwhile.end();
        addTime("1,000 orphans of 1,000,000, first to last / 10 s", taken - noticed);
        addTime("the first of them, from the death / 10 s", noticed - death);
        results.add(ResultRow.of(
                "farm",
                "p99 of saves while they are taken over / before",
                "us",
                Ratio.of(List.of(Ratio.quantile(quiet, P99)), List.of(Ratio.quantile(busy, P99))),
                GOAL_P99));
    }

    private void addTime(String name, long nanos) {
        double millis = nanos / MICROS / MICROS;
        results.add(ResultRow.of("farm", name, "ms", Ratio.of(List.of(GOAL_MILLIS), List.of(millis)), 1));
    }

    private static void leaveOrphans(HazelcastInstance host) {
        // Closed by nothing: its process dies.
        InstanceStore store =
                HazelcastInstanceStore.open(host, StoreOptions.defaults().withLease(LEASE));
        OwnerId owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.ofType(TYPE)), PATIENCE);
        for (int i = 0; i < ORPHANS; i++) {
            store.execute(
                            store.createHandle(owner, InstanceId.random()),
                            CreateInstance.of(InstanceChanges.data(Map.of(TYPE, i)), AfterSave.KEEP),
                            PATIENCE)
                    .receiptOrThrow();
        }
    }

    private static void take(InstanceStore heirs, OwnerId heir, int count) {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        int taken = 0;
        while (taken < count) {
            boolean some = heirs.execute(heirs.createHandle(heir), LoadRunnable.now(), PATIENCE)
                    .loaded()
                    .isPresent();
            taken += some ? 1 : 0;
            if (System.nanoTime() > end) {
                throw new IllegalStateException("taken over in a minute: " + taken + " of " + count);
            }
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(QUIET_MILLIS);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ended);
        }
    }

    /** Saves one after the other until it is ended. */
    private final class Saver {

        private final AtomicBoolean ended = new AtomicBoolean();
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
                took.add((System.nanoTime() - begin) / MICROS);
            }
        }

        List<Double> end() {
            ended.set(true);
            try {
                thread.join();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            return took;
        }
    }
}
