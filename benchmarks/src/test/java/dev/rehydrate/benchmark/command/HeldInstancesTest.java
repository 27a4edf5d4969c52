// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.benchmark.farm.Farm;
import dev.rehydrate.benchmark.option.Topology;
import dev.rehydrate.benchmark.peer.Document;
import dev.rehydrate.benchmark.peer.StoreDocuments;
import dev.rehydrate.command.LoadMode;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HeldInstancesTest {

    private static final int COUNT = 8;
    private static final int BYTES = 1 << 10;

    private interface Uses {
        void run(HeldInstances held, Herd herd, StoreDocuments exact, List<Document> used);
    }

    @Test
    @DisplayName("all holds are taken before the first is used, and no load comes between two uses")
    void holdsAreTakenBefore() {
        withHeld((held, herd, exact, used) -> {
            List<UUID> ids = IntStream.range(0, COUNT)
                    .mapToObj(each -> herd.next(0, 1).id())
                    .toList();
            held.beforeRound();
            List<Object> before = versions(ids, exact);

            for (int use = 0; use < COUNT; use++) {
                held.prepare(0);
                assertThat(versions(ids, exact)).isEqualTo(before);
                held.call(0);
                before = versions(ids, exact);
            }

            assertThat(used).extracting(Document::id).doesNotHaveDuplicates().hasSize(COUNT);
        });
    }

    @Test
    @DisplayName("when all are used up, holds are taken again")
    void holdsAreTakenAgain() {
        withHeld((held, herd, exact, used) -> {
            held.beforeRound();
            for (int use = 0; use < 2 * COUNT + 1; use++) {
                held.prepare(0);
                held.call(0);
            }

            assertThat(used).hasSize(2 * COUNT + 1);
        });
    }

    @Test
    @DisplayName("after the rounds other contests may save each instance as it was seen")
    void nothingStaysHeld() {
        withHeld((held, herd, exact, used) -> {
            held.beforeRound();
            held.prepare(0);
            held.call(0);
            held.afterRounds();

            for (int each = 0; each < COUNT; each++) {
                Document seen = herd.next(0, 1);
                herd.now(0, exact.save(seen, herd.otherThan(seen)));
            }
        });
    }

    private static List<Object> versions(List<UUID> ids, StoreDocuments exact) {
        return ids.stream().map(id -> exact.load(id).version()).toList();
    }

    private static void withHeld(Uses uses) {
        try (Farm farm = Farm.start(Topology.ONE)) {
            StoreDocuments exact = StoreDocuments.of(farm.access().store(), LoadMode.authoritative());
            StoreDocuments holding = StoreDocuments.held(farm.access().store());
            List<Document> used = new ArrayList<>();
            Herd herd = Herd.of(exact, COUNT, BYTES);
            Consumer<Document> release = holding::release;
            uses.run(
                    new HeldInstances(herd, exact, holding) {
                        @Override
                        void use(Document hold) {
                            release.accept(hold);
                            used.add(hold);
                        }
                    },
                    herd,
                    exact,
                    used);
        }
    }
}
