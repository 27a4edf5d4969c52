// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.scale;

import dev.rehydrate.benchmark.farm.StoreAccess;
import dev.rehydrate.benchmark.measure.Ratio;
import dev.rehydrate.benchmark.option.Topology;
import dev.rehydrate.benchmark.report.ResultRow;
import dev.rehydrate.benchmark.report.Results;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.engine.Placement;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.store.InstanceHandle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Loads and saves of instances with ten, a thousand and ten thousand keys or values. */
public final class WideRun {

    private static final List<Integer> SIZES = List.of(10, 1_000, 10_000);
    private static final int AT_ONCE = 500;
    private static final long COMPILED_AFTER = TimeUnit.MILLISECONDS.toNanos(600);
    private static final int WARM_UP = 50;
    private static final int CALLS = 25;
    private static final double GOAL = 1.5;
    private static final String CHOSEN = "value-7";

    private final String where;
    private final Results results;
    private final StoreAccess access;

    public WideRun(String where, StoreAccess access, Results results) {
        this.where = where;
        this.access = access;
        this.results = results;
    }

    /**
     * An instance.
     *
     * @param id its id
     * @param key one of its keys, whose slot is not that of the instance
     */
    private record Wide(InstanceId id, InstanceKey key) {}

    public void run() {
        List<Wide> ofKeys = SIZES.stream().map(count -> made(count, 10)).toList();
        List<Wide> ofValues = SIZES.stream().map(count -> made(10, count)).toList();
        LoadMode header = LoadMode.authoritative().withoutValues().withoutKeys();
        LoadMode chosen = LoadMode.authoritative().withValues(CHOSEN).withoutKeys();
        LoadMode near = LoadMode.free().withValues(CHOSEN).withoutKeys();
        for (boolean keys : new boolean[] {true, false}) {
            String what = keys ? "keys" : "values";
            List<Wide> all = keys ? ofKeys : ofValues;
            compare("load by key, header", what, all, wide -> () -> byKey(wide, header), GOAL);
            compare("load by key, one value", what, all, wide -> () -> byKey(wide, chosen), GOAL);
            compare("load by key, one value, nearest", what, all, wide -> () -> byKey(wide, near), GOAL);
            compare("load by id, header", what, all, wide -> () -> byId(wide, header), GOAL);
            compare("save of one value", what, all, wide -> () -> save(wide), GOAL);
            // These hand back all keys, or all values: they cannot but grow.
            compare("load by key, all", what, all, wide -> () -> byKey(wide, LoadMode.authoritative()), null);
        }
    }

    private void compare(
            String row, String what, List<Wide> instances, Function<Wide, Runnable> call, @Nullable Double goal) {
        instances.forEach(instance -> repeat(call.apply(instance)));
        List<List<Double>> medians = Turns.medians(instances.stream().map(call).toList(), WARM_UP, CALLS);
        for (int size = 1; size < SIZES.size(); size++) {
            String name = String.format(Locale.ROOT, "%s, %,d %s / %d", row, SIZES.get(size), what, SIZES.get(0));
            Ratio ratio = Ratio.of(medians.get(0), medians.get(size));
            results.add(
                    goal == null
                            ? ResultRow.open(where, name, "us", ratio)
                            : ResultRow.of(where, name, "us", ratio, goal));
        }
    }

    private static void repeat(Runnable call) {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < COMPILED_AFTER) {
            call.run();
        }
    }

    private Wide made(int keys, int values) {
        InstanceId id = Stream.generate(InstanceId::random)
                .filter(this::isFar)
                .findFirst()
                .orElseThrow();
        List<InstanceKey> all = IntStream.range(0, keys)
                .mapToObj(number -> InstanceKey.random())
                .toList();
        Map<String, InstanceValue> data = new HashMap<>();
        IntStream.range(0, values).forEach(number -> data.put("value-" + number, InstanceValue.of(number)));
        InstanceChanges<InstanceValue> first =
                InstanceChanges.builder().replaceData(data).build();
        var unused = access.execute(access.handle(id), CreateInstance.of(first, AfterSave.RELEASE))
                .receiptOrThrow();
        List<InstanceKey> left = new ArrayList<>(all);
        while (!left.isEmpty()) {
            List<InstanceKey> some = left.subList(0, Math.min(AT_ONCE, left.size()));
            Map<InstanceKey, Map<String, InstanceValue>> associated = new HashMap<>();
            some.forEach(key -> associated.put(key, Map.of()));
            save(
                    id,
                    InstanceChanges.builder()
                            .keys(KeyChanges.associating(associated))
                            .build());
            some.clear();
        }
        InstanceKey key = all.stream()
                .filter(each -> isFar(new InstanceId(each.high(), each.low())))
                .findFirst()
                .orElseThrow();
        return new Wide(id, key);
    }

    /** Where there are two members, all that is asked for is on the other one: one that is here must not be compared with one there. */
    private boolean isFar(InstanceId id) {
        return !where.equals(Topology.TWO.label())
                || access.store().placementOf(id).filter(Placement::here).isEmpty();
    }

    private void byKey(Wide wide, LoadMode mode) {
        try (InstanceHandle handle = access.handle()) {
            require(access.execute(handle, LoadInstanceByKey.of(wide.key, mode)));
        }
    }

    private void byId(Wide wide, LoadMode mode) {
        try (InstanceHandle handle = access.handle(wide.id)) {
            require(access.execute(handle, LoadInstance.of(mode)));
        }
    }

    private static void require(LoadOutcome outcome) {
        var unused = outcome.snapshotOrThrow();
    }

    private void save(Wide wide) {
        save(
                wide.id,
                InstanceChanges.builder()
                        .changeData(ValueDelta.putting(Map.of(CHOSEN, InstanceValue.of(System.nanoTime()))))
                        .build());
    }

    private void save(InstanceId id, InstanceChanges<InstanceValue> changes) {
        var unused = access.execute(
                        access.handle(id),
                        new SaveInstance(CommandId.random(), changes, Expected.any(), AfterSave.RELEASE))
                .receiptOrThrow();
    }
}
