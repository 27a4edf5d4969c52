// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import dev.rehydrate.benchmark.Stage.Scenario;
import dev.rehydrate.benchmark.measure.Contest;
import dev.rehydrate.benchmark.measure.Subject;
import dev.rehydrate.benchmark.peer.Documents;
import dev.rehydrate.benchmark.peer.StoreDocuments;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.store.InstanceStore;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;

/** Compares the same commands on farms of one member with few and with many instances. */
final class ResidentsRun {

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

    ResidentsRun(Stage stage) {
        this.stage = stage;
    }

    void run() {
        fill(HUNDRED);
        fill(HUNDRED_THOUSAND);
        compare("save", HUNDRED_THOUSAND, HUNDRED, count -> Work.save(herd(count), 1));
        compare("create", HUNDRED_THOUSAND, HUNDRED, count -> Work.create(documents(count, exact), BYTES));
        if (stage.pace().residents() >= RESIDENTS_OF_A_LONG_RUN) {
            fill(TEN_THOUSAND);
            fill(MILLION);
            compare("load by key", MILLION, TEN_THOUSAND, count -> Work.loadByKey(herd(count), documents(count, free)));
            compare(
                    "load by key authoritative",
                    MILLION,
                    TEN_THOUSAND,
                    count -> Work.loadByKey(herd(count), documents(count, exact)));
        }
    }

    /** A farm of its own for each number: that a farm has other instances too is what is looked for. */
    private void fill(int count) {
        InstanceStore store = Farm.start(Topology.ONE).access().store();
        exact.put(count, StoreDocuments.of(store, LoadMode.authoritative()));
        free.put(count, StoreDocuments.of(store, LoadMode.free()));
        herds.put(count, Herd.of(documents(count, exact), count, BYTES));
    }

    private Herd herd(int count) {
        return Objects.requireNonNull(herds.get(count));
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
