// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.scale;

import dev.rehydrate.benchmark.farm.Farm;
import dev.rehydrate.benchmark.farm.Residents;
import dev.rehydrate.benchmark.farm.StoreAccess;
import dev.rehydrate.benchmark.measure.Ratio;
import dev.rehydrate.benchmark.option.Topology;
import dev.rehydrate.benchmark.report.ResultRow;
import dev.rehydrate.benchmark.report.Results;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.PromotedCondition;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Looks for a few of many small instances, on one member; and for what was held by a process that is gone. */
public final class FarmRun {

    private static final List<Integer> COUNTS = List.of(1_000, 100_000, 1_000_000);
    private static final String RANK = "rank";
    private static final String NUMBER = "number";
    /** So many have the same rank. */
    private static final int SAME_RANK = 10;

    private static final double PAGES_GOAL = 2;
    private static final double EQUALITY_GOAL_MICROS = 5000;

    private final Results results;

    public FarmRun(Results results) {
        this.results = results;
    }

    public void run() {
        for (int farm = 0; farm < COUNTS.size(); farm++) {
            Farm.start(Topology.ONE);
            fill(farm);
        }
        int most = COUNTS.size() - 1;
        // The first ones are for the compiler.
        var unused = saves(most);
        List<Double> save = saves(most);
        measurePages();
        measureEquality(most);
        results.add(
                ResultRow.of("farm", "save, with pages asked for / without", "us", Ratio.of(save, saves(most)), 1.05));
        new OrphansRun(results, most).run();
    }

    private static StoreAccess farmOf(int farm) {
        return Farm.access(farm);
    }

    private static InstanceId id(int number) {
        return InstanceId.of(Residents.key(number));
    }

    private static void fill(int farm) {
        StoreAccess access = farmOf(farm);
        IntStream.range(0, COUNTS.get(farm)).parallel().forEach(number -> {
            InstanceChanges<InstanceValue> first = content(number);
            access.execute(access.handle(id(number)), CreateInstance.of(first, AfterSave.RELEASE))
                    .receiptOrThrow();
        });
    }

    private static InstanceChanges<InstanceValue> content(int number) {
        InstanceValue rank = InstanceValue.of(number / SAME_RANK).with(InstanceValue.Option.PROMOTED);
        return InstanceChanges.builder()
                .replaceData(Map.of(NUMBER, InstanceValue.of(number), RANK, rank))
                .build();
    }

    private static InstancePage ask(int farm, InstanceQuery query) {
        StoreAccess access = farmOf(farm);
        return access.execute(access.handle(), QueryInstances.of(query));
    }

    /** Goes on from page to page; at the end it begins again. */
    private static IntFunction<Runnable> pages() {
        InstanceQuery first = InstanceQuery.builder().page(0, 50).uncounted().build();
        return farm -> {
            InstanceQuery[] next = {first};
            return () -> {
                InstancePage page = ask(farm, next[0]);
                next[0] = next[0].following(page).orElse(first);
            };
        };
    }

    private void measurePages() {
        List<List<Double>> pages = compare(pages());
        List<List<Double>> sorted = compare(farm -> {
            InstanceQuery query = InstanceQuery.builder()
                    .sortBy(RANK, true)
                    .page(0, 50)
                    .uncounted()
                    .build();
            return () -> requireFull(ask(farm, query), 50);
        });
        for (int farm = 1; farm < COUNTS.size(); farm++) {
            String many = String.format(Locale.ROOT, "%,d / 1,000", COUNTS.get(farm));
            results.add(ResultRow.of(
                    "farm", "page of 50, " + many, "us", Ratio.of(pages.get(0), pages.get(farm)), PAGES_GOAL));
            results.add(ResultRow.of(
                    "farm",
                    "page of 50 by rank, " + many,
                    "us",
                    Ratio.of(sorted.get(0), sorted.get(farm)),
                    PAGES_GOAL));
        }
    }

    /** The base is what is demanded, so that the ratio is the share of it. */
    private void measureEquality(int farm) {
        SplittableRandom draw = new SplittableRandom(1);
        Runnable equality = () -> requireFull(
                ask(
                        farm,
                        InstanceQuery.builder()
                                .where(PromotedCondition.equal(RANK, draw.nextInt(COUNTS.get(farm) / SAME_RANK)))
                                .build()),
                SAME_RANK);
        List<Double> took = Turns.medians(List.of(equality)).get(0);
        List<Double> demanded = took.stream().map(each -> EQUALITY_GOAL_MICROS).toList();
        results.add(ResultRow.of("farm", "one equality of 1,000,000 / 5 ms", "us", Ratio.of(demanded, took), 1));
    }

    private static void requireFull(InstancePage page, int size) {
        if (page.entries().size() != size) {
            throw new IllegalStateException("found " + page.entries().size() + " of " + size);
        }
    }

    private static List<Double> saves(int farm) {
        SplittableRandom draw = new SplittableRandom(1);
        return Turns.medians(List.of(() -> save(farmOf(farm), draw.nextInt(COUNTS.get(farm)))))
                .get(0);
    }

    static void save(StoreAccess access, int number) {
        var unused = access.execute(
                        access.handle(id(number)),
                        new SaveInstance(CommandId.random(), content(number), Expected.any(), AfterSave.RELEASE))
                .receiptOrThrow();
    }

    private static List<List<Double>> compare(IntFunction<Runnable> callOn) {
        return Turns.medians(IntStream.range(0, COUNTS.size()).mapToObj(callOn).toList());
    }
}
