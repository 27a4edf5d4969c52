// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.command;

import dev.rehydrate.benchmark.command.Stage.Scenario;
import dev.rehydrate.benchmark.farm.Farm;
import dev.rehydrate.benchmark.farm.StoreAccess;
import dev.rehydrate.benchmark.measure.Contest;
import dev.rehydrate.benchmark.measure.Subject;
import dev.rehydrate.benchmark.option.Topology;
import dev.rehydrate.benchmark.peer.BareMap;
import dev.rehydrate.benchmark.peer.Documents;
import dev.rehydrate.benchmark.peer.StoreDocuments;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.store.InstanceStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * Compares the same commands on farms of one member with few and with many instances. What many others cost is seen by commands for
 * instances of which there are as many on both farms. Commands that go through all instances in turn also find less in the caches of
 * the processor, as they do with the bare map, which shows how much that is.
 */
public final class ResidentsRun {

    private static final int HUNDRED = 100;
    private static final int TEN_THOUSAND = 10_000;
    private static final int HUNDRED_THOUSAND = 100_000;
    private static final int MILLION = 1_000_000;
    private static final int BYTES = 1024;
    /** Nine commands for each of a million instances take minutes, which a short run does not have. */
    private static final int RESIDENTS_OF_A_LONG_RUN = 50_000;

    private final Stage stage;
    private final Map<Integer, StoreDocuments> exact = new HashMap<>();
    private final Map<Integer, StoreDocuments> free = new HashMap<>();
    private final Map<Integer, Herd> herds = new HashMap<>();
    /** A hundred instances beside the others. */
    private final Map<Integer, Herd> same = new HashMap<>();

    private final Map<Integer, Herd> entries = new HashMap<>();

    public ResidentsRun(Stage stage) {
        this.stage = stage;
    }

    public void run() {
        fill(HUNDRED);
        fill(HUNDRED_THOUSAND);
        List.of(HUNDRED, HUNDRED_THOUSAND)
                .forEach(count -> same.put(count, Herd.of(documents(count, exact), HUNDRED, BYTES)));
        compare("save of the same number", HUNDRED_THOUSAND, HUNDRED, count -> Work.save(herd(count, same), 1));
        compare("save of all in turn", HUNDRED_THOUSAND, HUNDRED, count -> Work.save(herd(count, herds), 1));
        compare("set of all in turn, bare map", HUNDRED_THOUSAND, HUNDRED, count -> Work.save(herd(count, entries), 1));
        compare("create", HUNDRED_THOUSAND, HUNDRED, count -> Work.create(documents(count, exact), BYTES));
        if (stage.pace().residents() >= RESIDENTS_OF_A_LONG_RUN) {
            fill(TEN_THOUSAND);
            fill(MILLION);
            compare(
                    "load by key",
                    MILLION,
                    TEN_THOUSAND,
                    count -> Work.loadByKey(herd(count, herds), documents(count, free)));
            compare(
                    "load by key authoritative",
                    MILLION,
                    TEN_THOUSAND,
                    count -> Work.loadByKey(herd(count, herds), documents(count, exact)));
        }
    }

    /** A farm of its own for each number: that a farm has other instances too is what is looked for. */
    private void fill(int count) {
        StoreAccess access = Farm.start(Topology.ONE).access();
        InstanceStore store = access.store();
        exact.put(count, StoreDocuments.of(store, LoadMode.authoritative()));
        free.put(count, StoreDocuments.of(store, LoadMode.free()));
        herds.put(count, Herd.of(documents(count, exact), count, BYTES));
        if (count <= HUNDRED_THOUSAND) {
            entries.put(count, Herd.ofEntries(new BareMap(access.map()), count, BYTES));
        }
    }

    private static Herd herd(int count, Map<Integer, Herd> of) {
        return Objects.requireNonNull(of.get(count));
    }

    private static Documents documents(int count, Map<Integer, StoreDocuments> of) {
        return Objects.requireNonNull(of.get(count));
    }

    private void compare(String scenario, int many, int few, IntFunction<Subject> subject) {
        Contest contest =
                new Contest().with(few + " keys", subject.apply(few)).with(many + " keys", subject.apply(many));
        stage.measure(new Scenario(scenario, BYTES, 1), contest, many + " keys", few + " keys");
    }
}
