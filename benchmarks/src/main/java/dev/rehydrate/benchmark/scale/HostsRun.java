// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.scale;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.sun.management.OperatingSystemMXBean;
import dev.rehydrate.benchmark.measure.Ratio;
import dev.rehydrate.benchmark.option.Settings;
import dev.rehydrate.benchmark.report.ResultRow;
import dev.rehydrate.benchmark.report.Results;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.engine.OwnerNews;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Stores over one member, all in one process, each with an owner of one host type: what they ask of the engine in a minute and
 * what that costs at rest, and how soon one that dies is found. The member alone is measured first.
 */
public final class HostsRun {

    private static final List<Integer> COUNTS = List.of(100, 300);
    private static final Duration SETTLING = Duration.ofSeconds(24);
    private static final Duration REST = Duration.ofSeconds(24);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int COMPILED_AFTER = 40_000;
    private static final int WATCHED = 8;
    private static final double GOAL_PERCENT = 3;
    private static final double GOAL_LEASES = 1.5;

    private final HazelcastInstance member;
    private final List<InstanceStore> stores = new ArrayList<>();
    private final List<CountedEngine> engines = new ArrayList<>();
    private final CountedEngine.Calls calls = new CountedEngine.Calls();

    private HostsRun() {
        Config config = Settings.member("bench-" + UUID.randomUUID(), List.of());
        this.member = Hazelcast.newHazelcastInstance(config);
    }

    public static void run(Results results) {
        new HostsRun().measure(results);
    }

    private void measure(Results results) {
        add(1);
        pause(SETTLING.dividedBy(2));
        double alone = percent(REST.dividedBy(2));
        add(COUNTS.get(0) - stores.size());
        compileBeats();
        for (int count : COUNTS) {
            add(count - stores.size());
            pause(SETTLING);
            calls.counts.clear();
            ThreadTimes times = ThreadTimes.now();
            double with = percent(REST);
            times.printSince(REST);
            print(count);
            results.add(ResultRow.of(
                    "hosts",
                    count + " stores at rest, % of a core / goal",
                    "%",
                    Ratio.of(List.of(GOAL_PERCENT), List.of(Math.max(0, with - alone))),
                    1));
        }
        results.add(ResultRow.of(
                "hosts",
                "time until one that died is found / lease",
                "s",
                Ratio.of(List.of((double) lease().toSeconds()), List.of(untilFound())),
                GOAL_LEASES));
        pause(Duration.ofSeconds(15));
        print(COUNTS.get(COUNTS.size() - 1));
    }

    /**
     * A farm that has been at rest for an hour has compiled what it does; one that has just begun interprets it, and compiles
     * meanwhile. So the calls of hours are made before the measurement. Beats that are there are made once more, which changes nothing.
     */
    private void compileBeats() {
        CountedEngine engine = engines.get(0);
        Map<OwnerId, OwnerRecord> owners = answered(engine.owners());
        List<OwnerRecord> some = owners.values().stream().limit(WATCHED).toList();
        Set<OwnerId> ids = some.stream().map(OwnerRecord::id).collect(Collectors.toSet());
        long roster = OwnerNews.rosterOf(owners.values());
        for (int i = 0; i < COMPILED_AFTER; i++) {
            OwnerRecord owner = some.get(i % some.size());
            var unused = answered(engine.beatAndWatch(Map.of(owner.id(), owner.beat()), ids, roster));
        }
    }

    private static <T> T answered(CompletionStage<T> answer) {
        return answer.toCompletableFuture()
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    private static Duration lease() {
        return Duration.ofSeconds(30);
    }

    private void add(int more) {
        HazelcastStoreOptions options = HazelcastStoreOptions.builder()
                .compressionThreshold(Integer.MAX_VALUE)
                .lease(lease())
                .decorator(engine -> {
                    CountedEngine counted = new CountedEngine(engine, calls);
                    engines.add(counted);
                    return counted;
                })
                .build();
        for (int i = 0; i < more; i++) {
            InstanceStore store = HazelcastInstanceStore.open(member, options);
            stores.add(store);
            store.execute(store.createHandle(), new CreateOwner(OwnerDescription.ofType("worker")), PATIENCE);
        }
    }

    /** The stores are told by the one that finds it first. */
    private double untilFound() {
        CountDownLatch found = new CountDownLatch(1);
        calls.counts.clear();
        calls.onExpired = found::countDown;
        long died = System.nanoTime();
        engines.get(engines.size() / 2).die();
        try {
            boolean inTime = found.await(lease().multipliedBy(3).toSeconds(), TimeUnit.SECONDS);
            return inTime ? (System.nanoTime() - died) / (double) TimeUnit.SECONDS.toNanos(1) : Double.NaN;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Double.NaN;
        }
    }

    private static double percent(Duration time) {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long used = system.getProcessCpuTime();
        long begun = System.nanoTime();
        pause(time);
        return 100.0 * (system.getProcessCpuTime() - used) / (System.nanoTime() - begun);
    }

    @SuppressWarnings("SystemOut")
    private void print(int count) {
        calls.counts.forEach((what, times) -> System.out.println(String.format(
                Locale.ROOT,
                "  %4d stores, %-20s %8d in all, %8.2f of each",
                count,
                what,
                times.sum(),
                times.sum() / (double) count)));
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
