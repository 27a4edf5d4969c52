// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.impl.HazelcastInstanceProxy;
import com.hazelcast.spi.impl.executionservice.ExecutionService;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.DeleteInstance;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.PromotedCondition;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.condition.Columns;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.directory.InstanceDirectory;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Pages and due instances are complete and exact, whichever member owns the partitions and however much of them has been read. */
class FarmDirectoryTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** More than the threads that answer questions of one kind. */
    private static final int MORE_THAN_ALL = 8;

    private static final String DOCUMENTS = "documents";
    private static final String RANK = "rank";
    private static final int RANKS = 7;

    private static final TestFarm ALONE = new TestFarm();
    /** So many that a partition is read in several steps. */
    private static final int MANY = 4000;

    private static HazelcastInstance alone;
    private static Ranks many;

    @BeforeAll
    static void start() {
        alone = ALONE.member(HazelcastStoreOptions.builder().clusterName("alone"));
        many = new Ranks(alone, 1);
        for (int i = 0; i < MANY; i++) {
            many.create();
        }
    }

    @AfterAll
    static void stop() {
        many.close();
        ALONE.close();
    }

    /** A store, and what must be in it: the rank of each instance; those with an even one are due. */
    private static final class Ranks implements AutoCloseable {

        private final AtomicReference<StorageEngine> engine = new AtomicReference<>();
        private final InstanceStore store;
        private final OwnerId owner;
        private final Map<InstanceId, Integer> ranks =
                new TreeMap<>((one, other) -> SlotAddress.of(one).compareTo(SlotAddress.of(other)));
        private final Random random;

        Ranks(HazelcastInstance way, int seed) {
            random = new Random(seed);
            store = HazelcastInstanceStore.open(way, StoreOptions.defaults().withDecorator(plain -> {
                engine.set(plain);
                return plain;
            }));
            owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.ofType(DOCUMENTS)), PATIENCE);
        }

        private static InstanceChanges<InstanceValue> changes(int rank) {
            InstanceChanges.Builder changes = InstanceChanges.builder()
                    .replaceData(Map.of(RANK, InstanceValue.of(rank).with(InstanceValue.Option.PROMOTED)));
            return (rank % 2 == 0 ? changes.dueAfter(Duration.ZERO) : changes.neverDue()).build();
        }

        void create() {
            InstanceId id = InstanceId.random();
            int rank = random.nextInt(RANKS);
            store.execute(store.createHandle(owner, id), CreateInstance.of(changes(rank), AfterSave.RELEASE), PATIENCE)
                    .receiptOrThrow();
            ranks.put(id, rank);
        }

        void change() {
            List<InstanceId> all = new ArrayList<>(ranks.keySet());
            InstanceId id = all.get(random.nextInt(all.size()));
            if (random.nextInt(5) == 0) {
                var unused = store.execute(store.createHandle(owner, id), DeleteInstance.now(), PATIENCE);
                ranks.remove(id);
                return;
            }
            move(id);
        }

        /** Gives an instance another rank, and so another place in the directory. */
        void move(InstanceId id) {
            int rank = random.nextInt(RANKS);
            store.execute(
                            store.createHandle(owner, id),
                            new SaveInstance(CommandId.random(), changes(rank), Expected.any(), AfterSave.RELEASE),
                            PATIENCE)
                    .receiptOrThrow();
            ranks.put(id, rank);
        }

        List<InstanceId> listed(InstanceQuery first) {
            List<InstanceId> listed = new ArrayList<>();
            Optional<InstanceQuery> next = Optional.of(first);
            while (next.isPresent()) {
                InstancePage page = ask(next.get());
                page.entries().forEach(entry -> listed.add(entry.header().id()));
                next = next.get().following(page);
            }
            return listed;
        }

        InstancePage ask(InstanceQuery query) {
            return store.execute(store.createHandle(owner), QueryInstances.of(query), PATIENCE);
        }

        private List<InstanceId> ranked(int rank) {
            return ranks.entrySet().stream()
                    .filter(entry -> entry.getValue() == rank)
                    .map(Map.Entry::getKey)
                    .toList();
        }

        Set<InstanceId> due() throws Exception {
            SlotScan scan = new SlotScan.ToRun(DOCUMENTS, DefinitionFilter.any(), Set.of());
            Set<InstanceId> due = new HashSet<>();
            engine.get()
                    .scan(scan, 10_000)
                    .toCompletableFuture()
                    .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                    .forEach(at -> due.add(at.instance()));
            return due;
        }

        void requireExact(int size) throws Exception {
            InstanceQuery.Builder some = InstanceQuery.builder().page(0, size).uncounted();
            assertThat(listed(some.build())).containsExactlyElementsOf(ranks.keySet());
            assertThat(listed(InstanceQuery.builder()
                            .page(0, 3)
                            .uncounted()
                            .where(PromotedCondition.equal(RANK, 2))
                            .build()))
                    .containsExactlyElementsOf(ranked(2));
            List<InstanceId> downwards = new ArrayList<>();
            for (int rank = RANKS; rank >= 0; rank--) {
                downwards.addAll(ranked(rank));
            }
            assertThat(listed(some.sortBy(RANK, true).build())).containsExactlyElementsOf(downwards);
            assertThat(ask(InstanceQuery.builder().build()).total()).isEqualTo(ranks.size());
            Set<InstanceId> even = new HashSet<>();
            ranks.forEach((id, rank) -> {
                if (rank % 2 == 0) {
                    even.add(id);
                }
            });
            assertThat(due()).isEqualTo(even);
        }

        @Override
        public void close() {
            store.close();
        }
    }

    private static void awaitWith(CountDownLatch latch) {
        try {
            var unused = latch.await(1, TimeUnit.MINUTES);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void noPageWaitsForOneThatLooksAtEachInstance() {
        InstanceQuery page = InstanceQuery.builder().page(0, 5).uncounted().build();
        InstanceQuery look = InstanceQuery.builder()
                .where(Columns.UPDATED.lessThan(Instant.EPOCH))
                .uncounted()
                .build();
        try (Ranks client =
                new Ranks(ALONE.client(HazelcastStoreOptions.builder().clusterName("alone")), 2)) {
            assertThat(askedWhileBusy(client, MapNames.LONG_QUESTIONS, page)).hasSize(5);
            assertThat(askedWhileBusy(client, MapNames.PAGE_QUESTIONS, look)).isEmpty();
        }
    }

    private static List<InstancePage.Entry> askedWhileBusy(Ranks client, String executor, InstanceQuery query) {
        CountDownLatch busy = new CountDownLatch(1);
        ExecutionService threads = ((HazelcastInstanceProxy) alone)
                .getOriginal()
                .node
                .getNodeEngine()
                .getExecutionService();
        try {
            for (int i = 0; i < MORE_THAN_ALL; i++) {
                threads.execute(executor, () -> awaitWith(busy));
            }
            return client.ask(query).entries();
        } finally {
            busy.countDown();
        }
    }

    @Test
    void aMemberThatComesAndOneThatDiesLeaveNothingUnfound() throws Exception {
        try (TestFarm farm = new TestFarm()) {
            HazelcastInstance first = farm.member(HazelcastStoreOptions.builder());
            try (Ranks ranks = new Ranks(first, 1)) {
                for (int i = 0; i < 200; i++) {
                    ranks.create();
                }
                ranks.requireExact(7);

                AtomicReference<HazelcastInstance> second = new AtomicReference<>();
                Thread joining = new Thread(() -> second.set(farm.member(HazelcastStoreOptions.builder())));
                joining.start();
                while (joining.isAlive()) {
                    ranks.change();
                    ranks.requireExact(7);
                }
                awaitShare(second.get());
                for (int i = 0; i < 50; i++) {
                    ranks.create();
                    ranks.change();
                }
                ranks.requireExact(7);

                // What it owned goes back to the member that had it before, and knew it as it was then.
                second.get().getLifecycleService().terminate();
                ranks.requireExact(7);
                for (int i = 0; i < 50; i++) {
                    ranks.create();
                    ranks.change();
                }
                ranks.requireExact(7);
            }
        }
    }

    private static void awaitShare(HazelcastInstance member) {
        Awaitility.await("partitions of the new member, with their backups")
                .atMost(TestFarm.PATIENCE)
                .until(() -> member.getPartitionService().isClusterSafe()
                        && member.getPartitionService().getPartitions().stream()
                                        .filter(partition ->
                                                partition.getOwner().localMember())
                                        .count()
                                >= 3);
    }

    /** It looks at one rank after the other, and instances come to those that it has left. */
    @Test
    void aTotalCountsInstancesThatMoveMeanwhileOnce() throws Exception {
        try (TestFarm farm = new TestFarm();
                Ranks ranks = new Ranks(farm.member(HazelcastStoreOptions.builder()), 2)) {
            for (int i = 0; i < 1000; i++) {
                ranks.create();
            }
            InstanceQuery total = InstanceQuery.builder()
                    .where(Columns.promoted(RANK).in(0, 1, 2, 3, 4, 5, 6))
                    .page(0, 0)
                    .build();
            List<InstanceId> all = List.copyOf(ranks.ranks.keySet());
            AtomicBoolean ended = new AtomicBoolean();
            Thread moving = new Thread(() -> {
                for (int i = 0; !ended.get(); i++) {
                    ranks.move(all.get(i % all.size()));
                }
            });
            moving.start();
            List<Long> totals = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                totals.add(ranks.ask(total).total());
            }
            ended.set(true);
            moving.join();

            assertThat(totals).containsOnly(1000L);
        }
    }

    /** Each time the directory begins anew, while instances come, change and go. */
    @RepeatedTest(50)
    void whatChangesWhileAPartitionIsReadIsFound() throws Exception {
        InstanceDirectory.of(alone).reset();
        AtomicBoolean ended = new AtomicBoolean();
        Thread asking = new Thread(() -> {
            while (!ended.get()) {
                var unused = many.ask(InstanceQuery.builder().uncounted().build());
            }
        });
        asking.start();
        for (int i = 0; i < 30; i++) {
            many.create();
            many.change();
        }
        ended.set(true);
        asking.join();

        many.requireExact(500);
    }
}
