// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.command;

import dev.rehydrate.benchmark.command.Stage.Scenario;
import dev.rehydrate.benchmark.farm.StoreAccess;
import dev.rehydrate.benchmark.measure.Contest;
import dev.rehydrate.benchmark.measure.Crowd;
import dev.rehydrate.benchmark.measure.Subject;
import dev.rehydrate.benchmark.option.Settings;
import dev.rehydrate.benchmark.peer.BareMap;
import dev.rehydrate.benchmark.peer.Document;
import dev.rehydrate.benchmark.peer.Documents;
import dev.rehydrate.benchmark.peer.MapTransaction;
import dev.rehydrate.benchmark.peer.StoreDocuments;
import dev.rehydrate.benchmark.peer.TwoMaps;
import dev.rehydrate.command.LoadMode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What single commands cost over the bare map on one topology, beside what one writes on it by hand. */
public final class CommandsRun {

    static final int SMALL = 1 << 10;

    private static final int LARGER = 16 << 10;
    private static final int BIG = 256 << 10;
    private static final int LARGEST = 4 << 20;
    private static final int CROWD = 32;
    private static final int IN_FLIGHT = 64;
    /** A transaction takes as long as ten saves, and to save each instance eight times took longer than all contests of a client. */
    private static final int SHARE_OF_TRANSACTIONS = 8;

    private final Stage stage;
    private final BareMap map;
    private final Documents replace;
    private final Documents transaction;
    private final StoreDocuments exact;
    private final StoreDocuments free;
    private final StoreDocuments held;
    private @Nullable Herd instances;

    public CommandsRun(Stage stage, StoreAccess access) {
        this.stage = stage;
        map = new BareMap(access.map());
        replace = new TwoMaps(access.hazelcast(), Settings.BARE + "-replaced");
        transaction = new MapTransaction(access.hazelcast(), Settings.BARE + "-transaction");
        exact = StoreDocuments.of(access.store(), LoadMode.authoritative());
        free = StoreDocuments.of(access.store(), LoadMode.free());
        held = StoreDocuments.held(access.store());
    }

    public void run(Predicate<String> wanted) {
        warmUp();
        if (wanted.test("small")) {
            small();
        }
        if (wanted.test("size")) {
            List.of(LARGER, BIG, LARGEST).forEach(this::size);
        }
        if (wanted.test("shape")) {
            new ShapesRun(stage, exact, held).run(instances());
        }
        if (wanted.test("life")) {
            lives().runBesideServers();
        }
    }

    /** {@return the contest of whole lives, still without servers} */
    LivesRun lives() {
        return LivesRun.ofGrid(stage)
                .with(Stage.MAP, map)
                .with("replace", replace)
                .with("transaction", transaction)
                .with(Stage.STORE, free)
                .with(Stage.EXACT, exact)
                .with(Stage.HELD, held);
    }

    /** {@return instances that several groups share: to create them again takes longer than to measure them} */
    private Herd instances() {
        if (instances == null) {
            instances = Herd.of(exact, stage.pace().residents(), SMALL);
        }
        return instances;
    }

    private void warmUp() {
        try (Crowd crowd = new Crowd(2, stage.processes())) {
            for (Documents each : List.of(map, free, exact, held)) {
                var unused = crowd.call(Work.life(each, SMALL), stage.pace().sharedWarmUpMillis());
            }
        }
    }

    private void small() {
        int count = stage.pace().residents();
        Herd entries = Herd.of(map, count, SMALL);
        Herd all = instances();
        Herd replaced = Herd.of(replace, count, SMALL);
        Herd changed = Herd.of(transaction, Math.max(CROWD, count / SHARE_OF_TRANSACTIONS), SMALL);
        Herd holds = Herd.of(exact, count, SMALL);
        holds.replaceAll(document -> held.load(document.id()));

        stage.measure(
                new Scenario("save", SMALL, 1),
                new Contest()
                        .with(Stage.MAP, Work.save(entries, 1))
                        .with("replace", Work.save(replaced, 1))
                        .with("transaction", Work.save(changed, 1))
                        .with(Stage.STORE, Work.save(all, 1))
                        .with(Stage.HELD, saveHeld(holds)));
        // Eight callers meet all peers in whole lives.
        stage.measure(
                new Scenario("save", SMALL, LivesRun.CALLERS),
                new Contest()
                        .with(Stage.MAP, Work.save(entries, LivesRun.CALLERS))
                        .with(Stage.STORE, Work.save(all, LivesRun.CALLERS)));
        stage.measure(
                new Scenario("save", SMALL, CROWD),
                new Contest()
                        .with(Stage.MAP, Work.save(entries, CROWD))
                        .with("replace", Work.save(replaced, CROWD))
                        .with("transaction", Work.save(changed, CROWD))
                        .with(Stage.STORE, Work.save(all, CROWD)));
        stage.measure(
                new Scenario("save, 64 in flight", SMALL, 1),
                new Contest().with(Stage.MAP, setsInFlight(entries)).with(Stage.STORE, savesInFlight(holds)));
        loads(entries, all, replaced);
        births(entries, all, changed);
    }

    private void loads(Herd entries, Herd all, Herd replaced) {
        stage.measure(
                new Scenario("load by id", SMALL, 1),
                new Contest()
                        .with(Stage.MAP, Work.load(entries, map))
                        .with(Stage.STORE, Work.load(all, free))
                        .with(Stage.EXACT, Work.load(all, exact)));
        stage.measure(
                new Scenario("load by key", SMALL, 1),
                new Contest()
                        .with(Stage.MAP, Work.loadByKey(entries, map))
                        .with("replace", Work.loadByKey(replaced, replace))
                        .with(Stage.STORE, Work.loadByKey(all, free))
                        .with(Stage.EXACT, Work.loadByKey(all, exact)));
        stage.measure(
                new Scenario("load by key with a hold", SMALL, 1),
                new Contest()
                        .with(Stage.MAP, Work.loadByKey(entries, map))
                        .with(Stage.HELD, Work.loadByKeyHeld(all, held, held::release)));
    }

    private void births(Herd entries, Herd all, Herd changed) {
        stage.measure(
                new Scenario("create", SMALL, 1),
                new Contest()
                        .with(Stage.MAP, Work.create(map, SMALL))
                        .with("transaction", Work.create(transaction, SMALL))
                        .with(Stage.STORE, Work.create(exact, SMALL)));
        stage.measure(
                new Scenario("complete", SMALL, 1),
                new Contest()
                        .with("map delete", Work.end(entries, map::complete))
                        .with("map set", Work.saveBeforeEnd(entries, map::complete))
                        .with("transaction", Work.end(changed, transaction::complete))
                        .with(Stage.STORE, Work.end(all, exact::complete)));
    }

    private void size(int bytes) {
        int count = Herd.countOf(bytes, stage.pace());
        Herd entries = Herd.of(map, count, bytes);
        Herd larger = Herd.of(exact, count, bytes);
        stage.measure(
                new Scenario("save", bytes, 1),
                new Contest().with(Stage.MAP, Work.save(entries, 1)).with(Stage.STORE, Work.save(larger, 1)));
        if (bytes == BIG) {
            stage.measure(
                    new Scenario("load by key", bytes, 1),
                    new Contest()
                            .with(Stage.MAP, Work.loadByKey(entries, map))
                            .with(Stage.STORE, Work.loadByKey(larger, free))
                            .with(Stage.EXACT, Work.loadByKey(larger, exact)));
        }
        entries.replaceAll(document -> ended(map, document));
        larger.replaceAll(document -> ended(exact, document));
    }

    private static Document ended(Documents documents, Document document) {
        documents.complete(document);
        return document;
    }

    private Subject saveHeld(Herd herd) {
        return caller -> {
            Document seen = herd.next(caller, 1);
            herd.now(caller, held.saveAndKeep(seen, herd.otherThan(seen)));
        };
    }

    private Subject setsInFlight(Herd herd) {
        return inFlight(
                herd, (seen, state) -> map.map().setAsync(seen.id(), state).toCompletableFuture());
    }

    private Subject savesInFlight(Herd herd) {
        return inFlight(herd, held::saveAsync);
    }

    private static Subject inFlight(Herd herd, BiFunction<Document, byte[], CompletableFuture<?>> save) {
        byte[][] payloads = Herd.payloads(SMALL);
        return new Subject() {
            private int turn;

            @Override
            public void call(int caller) {
                CompletableFuture.allOf(Stream.generate(
                                        () -> save.apply(herd.next(caller, 1), payloads[turn++ % payloads.length]))
                                .limit(IN_FLIGHT)
                                .toArray(CompletableFuture[]::new))
                        .join();
            }

            @Override
            public int operationsPerCall() {
                return IN_FLIGHT;
            }
        };
    }
}
