// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.command;

import dev.rehydrate.benchmark.command.Stage.Scenario;
import dev.rehydrate.benchmark.measure.Contest;
import dev.rehydrate.benchmark.measure.Subject;
import dev.rehydrate.benchmark.peer.Document;
import dev.rehydrate.benchmark.peer.StoreDocuments;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.store.InstanceStore;
import java.util.List;
import java.util.function.Function;

/** What commands cost where instances keep their last 32 changes, beside the same commands where they keep none. */
public final class RecorderRun {

    public static final int CHANGES = 32;

    private static final String WITH = "with changes";
    private static final String WITHOUT = "without";

    private final Stage stage;
    private final Side with;
    private final Side without;

    public RecorderRun(Stage stage, InstanceStore recording, InstanceStore plain) {
        this.stage = stage;
        with = new Side(recording, stage);
        without = new Side(plain, stage);
    }

    /** A store and its instances, each with as many changes as are kept at most. */
    private static final class Side {

        private final StoreDocuments exact;
        private final StoreDocuments held;
        private final Herd herd;

        Side(InstanceStore store, Stage stage) {
            exact = StoreDocuments.of(store, LoadMode.authoritative());
            held = StoreDocuments.held(store);
            herd = Herd.of(exact, stage.pace().residents(), CommandsRun.SMALL);
            for (int change = Herd.SAVES + 1; change < CHANGES; change++) {
                herd.replaceAll(document -> exact.save(document, herd.otherThan(document)));
            }
        }

        /** Takes the hold, saves and gives it back. */
        Subject turn() {
            return caller -> {
                Document seen = herd.next(caller, 1);
                herd.now(caller, held.save(held.load(seen.id()), herd.otherThan(seen)));
            };
        }
    }

    public void run() {
        for (int callers : List.of(1, 8)) {
            compare("save", callers, side -> Work.save(side.herd, callers));
        }
        compare("load with a hold, and save", 1, Side::turn);
        compare("load by id", 1, side -> Work.load(side.herd, side.exact));
    }

    private void compare(String name, int callers, Function<Side, Subject> work) {
        stage.measure(
                new Scenario(name, CommandsRun.SMALL, callers),
                new Contest().with(WITHOUT, work.apply(without)).with(WITH, work.apply(with)),
                WITH,
                WITHOUT);
    }
}
