// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.scan.ScanPage;
import dev.rehydrate.slot.scan.ScanPosition;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The promises of decision records 105 and 106: of many stores a few look, for work and for what refers to an expired owner. */
class FewLookTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration POLLS = StoreOptions.defaults().detectionPeriod();
    private static final Duration LEASE = StoreOptions.defaults().lease();
    private static final int STORES = 20;
    private static final int FEW = 4;

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final MemoryData data = new MemoryData();
    private final List<Node> nodes = new ArrayList<>();

    /** A store with one owner, and its looks. */
    private final class Node {

        private final Looks engine;
        private final InstanceStore store;
        private final OwnerId owner;

        Node() {
            Looks[] made = new Looks[1];
            store = MemoryInstanceStore.open(
                    data, StoreOptions.defaults().withTime(time).withDecorator(inner -> made[0] = new Looks(inner)));
            engine = Objects.requireNonNull(made[0]);
            owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.ofType("worker")), TIMEOUT);
        }

        void createDueIn(Duration delay) {
            InstanceChanges<InstanceValue> changes = InstanceChanges.builder()
                    .replaceData(Map.of("number", InstanceValue.of(1)))
                    .dueAfter(delay)
                    .build();
            store.execute(
                            store.createHandle(owner, InstanceId.random()),
                            CreateInstance.of(changes, AfterSave.RELEASE),
                            TIMEOUT)
                    .receiptOrThrow();
        }
    }

    private static final class Looks extends ForwardingEngine {

        private int forWork;
        private int forReferences;
        private int announced;
        private boolean dead;

        private Looks(StorageEngine engine) {
            super(engine);
        }

        @Override
        protected <T> CompletionStage<T> call(Supplier<CompletionStage<T>> call) {
            return dead ? new CompletableFuture<>() : call.get();
        }

        @Override
        public CompletionStage<List<SlotAddress>> scan(SlotScan scan, int limit) {
            forReferences += scan instanceof SlotScan.HeldBy ? 1 : 0;
            return super.scan(scan, limit);
        }

        @Override
        public CompletionStage<ScanPage> walk(SlotScan.ToRun scan, @Nullable ScanPosition after, int limit) {
            forWork++;
            return super.walk(scan, after, limit);
        }

        @Override
        public void announce(Announcement news) {
            announced += news instanceof Announcement.MayRun ? 1 : 0;
            super.announce(news);
        }
    }

    @BeforeEach
    void open() {
        for (int i = 0; i < STORES; i++) {
            nodes.add(new Node());
        }
        time.advance(LEASE.multipliedBy(2));
        nodes.forEach(node -> node.engine.forWork = 0);
    }

    @AfterEach
    void close() {
        nodes.stream().filter(node -> !node.engine.dead).forEach(node -> node.store.close());
    }

    private long haveLookedForWork() {
        return nodes.stream().filter(node -> node.engine.forWork > 0).count();
    }

    @Test
    void aFewPollInAPeriodAndEachHasItsTurn() {
        int periods = 10;

        time.advance(POLLS.multipliedBy(periods));

        int looks = nodes.stream().mapToInt(node -> node.engine.forWork).sum();
        // A period is up to a tenth shorter, and does not begin in all stores at once.
        assertThat(looks).isBetween(FEW * (periods - 1), FEW * (periods + 3));
        assertThat(haveLookedForWork()).isEqualTo(STORES);
    }

    @Test
    void aFewFollowAnAnnouncementAtOnceAndTheOthersASecondLater() {
        nodes.get(0).engine.announce(new Announcement.MayRun(time.instant()));
        time.advance(Duration.ofMillis(1));
        assertThat(haveLookedForWork()).isBetween(1L, 2L * FEW);

        time.advance(Duration.ofSeconds(1));
        assertThat(haveLookedForWork()).isEqualTo(STORES);
    }

    @Test
    void aDueTimeIsAnnouncedUnlessAnEarlierOneIsToComeThatWas() {
        Node node = nodes.get(0);

        node.createDueIn(Duration.ofMinutes(60));
        node.createDueIn(Duration.ofMinutes(70));
        assertThat(node.engine.announced).isEqualTo(1);
        node.createDueIn(Duration.ofMinutes(50));
        assertThat(node.engine.announced).isEqualTo(2);

        time.advance(POLLS);
        node.createDueIn(Duration.ofMinutes(70));
        assertThat(node.engine.announced).as("stores were opened since").isEqualTo(3);
    }

    @Test
    void twoStoresLookWhetherAnythingRefersToAnExpiredOwner() {
        Node victim = nodes.get(STORES / 2);
        victim.engine.dead = true;

        time.advance(LEASE.multipliedBy(5));

        assertThat(nodes.stream().filter(node -> node.engine.forReferences > 0)).hasSizeBetween(1, 2);
        assertThat(nodes.get(0).engine.owners().toCompletableFuture().join()).doesNotContainKey(victim.owner);
    }
}
