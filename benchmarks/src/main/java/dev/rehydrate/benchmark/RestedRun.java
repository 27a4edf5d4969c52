// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.store.InstanceHandle;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntConsumer;
import java.util.function.ToDoubleFunction;

/** What a save and a load cost where instances have been saved before and have rested since: far more than lie open at once. */
final class RestedRun {

    private static final int COUNT = Integer.getInteger("bench.rested", 100_000);
    private static final int SAVES = 8;
    private static final int BYTES = 1024;
    private static final List<Integer> CALLERS = List.of(1, 8, 32);
    private static final int MOST_CALLERS = 32;
    private static final int ROUNDS = Integer.getInteger("bench.rested.rounds", 7);
    private static final long ROUND = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long WARM_UP = TimeUnit.SECONDS.toNanos(8);

    private final String where;
    private final ResultFile results;
    private final StoreAccess access = Farm.access(0, 0);
    private final UUID[] keys = new UUID[COUNT];
    private final Revision[] seen = new Revision[COUNT];
    private final ExecutorService callers = Executors.newFixedThreadPool(MOST_CALLERS);
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final OperatingSystemMXBean machine = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    RestedRun(String where, ResultFile results) {
        this.where = where;
        this.results = results;
    }

    /** What one round of one case has given, for each call. */
    private record Cost(double micros, double processor, double garbage) {}

    /** One side of a comparison: what is done to an entry, and what its rounds have given. */
    private record Side(IntConsumer call, List<Cost> costs) {}

    void run() {
        callAll(this::create);
        for (int i = 0; i < SAVES; i++) {
            callAll(this::save);
        }
        compare("save by ETag / set", this::set, this::save);
        compare("load by key, authoritative / get", this::get, this::load);
        callers.shutdown();
    }

    private void compare(String row, IntConsumer base, IntConsumer store) {
        IntConsumer both = number -> {
            base.accept(number);
            store.accept(number);
        };
        var unused = round(both, 8, WARM_UP);
        for (int count : CALLERS) {
            Side bare = new Side(base, new ArrayList<>());
            Side rested = new Side(store, new ArrayList<>());
            for (int round = 0; round < ROUNDS; round++) {
                bare.costs.add(round(bare.call, count, ROUND));
                rested.costs.add(round(rested.call, count, ROUND));
            }
            String name = String.format(Locale.ROOT, "%s, rested, %d callers", row, count);
            add(name + ", a call", "us", bare, rested, Cost::micros);
            add(name + ", processor", "us", bare, rested, Cost::processor);
            add(name + ", garbage", "KB", bare, rested, Cost::garbage);
        }
    }

    private void add(String name, String unit, Side bare, Side rested, ToDoubleFunction<Cost> measure) {
        Ratio ratio = Ratio.of(measured(bare, measure), measured(rested, measure));
        results.add(new ResultRow(where, name, unit, ratio, null, null, "-"));
    }

    private static List<Double> measured(Side side, ToDoubleFunction<Cost> measure) {
        return side.costs.stream().map(measure::applyAsDouble).toList();
    }

    private Cost round(IntConsumer call, int count, long nanos) {
        LongAdder calls = new LongAdder();
        long allocated = allocated();
        long processor = machine.getProcessCpuTime();
        long begin = System.nanoTime();
        inAll(count, caller -> {
            while (System.nanoTime() - begin < nanos) {
                call.accept(ThreadLocalRandom.current().nextInt(COUNT / count) * count + caller);
                calls.increment();
            }
        });
        double done = calls.sum();
        double micros = (System.nanoTime() - begin) / 1e3;
        return new Cost(
                micros / done,
                (machine.getProcessCpuTime() - processor) / 1e3 / done,
                (allocated() - allocated) / 1024.0 / done);
    }

    private long allocated() {
        long bytes = 0;
        for (long each : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
            bytes += Math.max(each, 0);
        }
        return bytes;
    }

    private void callAll(IntConsumer call) {
        inAll(8, caller -> {
            for (int number = caller; number < COUNT; number += 8) {
                call.accept(number);
            }
        });
    }

    private void inAll(int count, IntConsumer work) {
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int caller = i;
            all.add(callers.submit(() -> work.accept(caller)));
        }
        for (Future<?> each : all) {
            try {
                each.get();
            } catch (ExecutionException | InterruptedException failed) {
                throw new IllegalStateException(failed);
            }
        }
    }

    private static byte[] payload() {
        byte[] bytes = new byte[BYTES];
        ThreadLocalRandom.current().nextBytes(bytes);
        return bytes;
    }

    private InstanceId id(int number) {
        UUID key = keys[number];
        return new InstanceId(key.getMostSignificantBits(), key.getLeastSignificantBits());
    }

    private void create(int number) {
        InstanceId id = access.draw(number / 8 % 2 == 0);
        keys[number] = new UUID(id.high(), id.low());
        access.map().set(keys[number], payload());
        InstanceChanges<InstanceValue> first = InstanceChanges.builder()
                .replaceData(Map.of(Fixture.STATE, InstanceValue.of(payload())))
                .keys(KeyChanges.associating(StoreAccess.homeKeyOf(id)))
                .build();
        seen[number] = access.execute(access.handle(id), CreateInstance.of(first, AfterSave.RELEASE))
                .receiptOrThrow()
                .revision();
    }

    private void set(int number) {
        access.map().set(keys[number], payload());
    }

    private void get(int number) {
        Objects.requireNonNull(access.map().get(keys[number]));
    }

    private void save(int number) {
        InstanceChanges<InstanceValue> changes = InstanceChanges.data(Map.of(Fixture.STATE, payload()));
        seen[number] = access.execute(access.handle(id(number)), SaveInstance.ifUnchanged(changes, seen[number]))
                .receiptOrThrow()
                .revision();
    }

    private void load(int number) {
        try (InstanceHandle handle = access.handle()) {
            var found = access.execute(
                    handle, LoadInstanceByKey.of(StoreAccess.homeKeyOf(id(number)), LoadMode.authoritative()));
            var unused = found.snapshotOrThrow()
                    .data()
                    .find(Fixture.STATE, byte[].class)
                    .orElseThrow();
        }
    }
}
