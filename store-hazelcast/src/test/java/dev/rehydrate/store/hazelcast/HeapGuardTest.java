// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.Config;
import com.hazelcast.config.ConfigAccessor;
import com.hazelcast.config.ServiceConfig;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.DataChange;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.LockProof;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreHealth;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.behind.MemberChanges;
import dev.rehydrate.store.hazelcast.behind.write.SlotArchive;
import dev.rehydrate.store.hazelcast.heap.HeapGuard;
import dev.rehydrate.store.hazelcast.heap.HeapSource;
import dev.rehydrate.store.hazelcast.heap.HeapWatch;
import dev.rehydrate.store.hazelcast.heap.JvmHeap;
import dev.rehydrate.store.hazelcast.slot.DecideInSlot;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A full member refuses what adds data, and nothing else; so do the members whose backups it keeps. */
class HeapGuardTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final TestFarm farm = new TestFarm();
    private final HazelcastStoreOptionsBuilder settings = HazelcastStoreOptions.builder()
            .clusterName("test-" + UUID.randomUUID())
            .backupCount(1);
    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final List<InstanceStore> stores = new ArrayList<>();

    @AfterEach
    void close() {
        stores.forEach(InstanceStore::close);
        farm.close();
    }

    /** A heap that is as full as a test says. */
    private static final class SaidHeap implements HeapSource {
        private Listener listener = (used, whole) -> {};
        private final AtomicInteger collections = new AtomicInteger();

        @Override
        public long capacity() {
            return 100L << 20;
        }

        @Override
        public void onCollection(Listener newListener) {
            listener = newListener;
        }

        void fill(int percent) {
            listener.collected(capacity() * percent / 100, true);
        }

        @Override
        public void collect() {
            collections.incrementAndGet();
        }

        @Override
        public void close() {}
    }

    /** A database that is away. */
    private static final class NoArchive implements SlotArchive {

        @Override
        public Map<UUID, String> write(Map<UUID, Slot> slots, InstantSource clock, Function<UUID, Instant> settledAt) {
            throw new StorageException(Effect.NONE, "no connection", null);
        }

        /** Nothing was ever written to it. */
        @Override
        public void lookBack() {}

        @Override
        public boolean takeSetBack(Predicate<UUID> isThere) {
            return false;
        }

        @Override
        public List<UUID> addresses(@Nullable UUID after, int limit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Map<UUID, Slot> read(List<UUID> addresses, DamageReceiver damaged) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }

    private HazelcastInstance member(String name, SaidHeap heap) {
        return member(name, heap, asItIs -> {});
    }

    private HazelcastInstance member(String name, SaidHeap heap, Consumer<Config> change) {
        return farm.member(settings, config -> {
            change.accept(config);
            for (ServiceConfig service :
                    ConfigAccessor.getServicesConfig(config).getServiceConfigs()) {
                if (HeapGuard.class.getName().equals(service.getClassName())) {
                    service.setImplementation(new HeapGuard(new HeapWatch(name, heap, 80, time)));
                }
            }
        });
    }

    private InstanceStore open(HazelcastInstance hazelcast) {
        InstanceStore store = HazelcastInstanceStore.open(hazelcast, StoreOptions.defaults());
        stores.add(store);
        return store;
    }

    private static OwnerId owner(InstanceStore store) {
        return store.execute(store.createHandle(), new CreateOwner(OwnerDescription.ofType("documents")), TIMEOUT);
    }

    private static <R> R run(InstanceStore store, OwnerId owner, InstanceId id, PersistenceCommand<R> command) {
        return store.execute(store.createHandle(owner, id), command, TIMEOUT);
    }

    private static CreateInstance creation() {
        return CreateInstance.of(InstanceChanges.data(Map.of("text", "some")), AfterSave.RELEASE);
    }

    private static SaveInstance save(String text) {
        return SaveInstance.of(InstanceChanges.data(Map.of("text", text)), AfterSave.RELEASE);
    }

    @Test
    void aFullMemberRefusesWhatAddsDataAndGoesOnWithTheRest() {
        SaidHeap heap = new SaidHeap();
        InstanceStore store = open(member("m", heap));
        InstanceStore client = open(farm.client(settings));
        for (InstanceStore each : List.of(store, client)) {
            OwnerId owner = owner(each);
            InstanceId id = InstanceId.random();
            heap.fill(50);
            run(each, owner, InstanceId.random(), creation()).receiptOrThrow();
            heap.fill(79);
            run(each, owner, id, creation()).receiptOrThrow();

            heap.fill(80);

            assertThatThrownBy(() -> run(each, owner, InstanceId.random(), creation()))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("member m is full: 80 % of 100 MiB")
                    .hasMessageContaining("nothing was done");
            run(each, owner, id, save("taken up to 90 %")).receiptOrThrow();
            heap.fill(90);
            assertThatThrownBy(() -> run(each, owner, id, save("not taken")))
                    .isInstanceOf(StoreUnavailableException.class);
            assertThat(run(each, owner, id, LoadInstance.of(LoadMode.peek()))).isInstanceOf(LoadOutcome.Loaded.class);
            run(each, owner, id, CompleteInstance.now()).receiptOrThrow();
        }
        StoreHealth health = store.health().join();
        assertThat(health.status()).isEqualTo(StoreHealth.Status.DEGRADED);
        assertThat(health.reasons()).anyMatch(reason -> reason.startsWith("member m is full: 90 %"));
        assertThat(store.facts().engine().heapUsed()).isEqualTo(90);
        assertThat(client.facts().engine().heapUsed()).isEqualTo(-1);

        heap.fill(50);

        run(store, owner(store), InstanceId.random(), creation()).receiptOrThrow();
        assertThat(store.health().join().reasons()).noneMatch(reason -> reason.contains("full"));
    }

    @Test
    void oneInstanceThatIsSavedAgainAndAgainDoesNotFillAMember() {
        SaidHeap here = new SaidHeap();
        SaidHeap there = new SaidHeap();
        HazelcastInstance first = member("first", here);
        HazelcastInstance second = member("second", there);
        awaitTwoWithBackups(first);
        InstanceStore store = open(first);
        InstanceStore other = open(second);
        OwnerId owner = owner(store);
        InstanceId id = InstanceId.random();
        run(store, owner, id, creation()).receiptOrThrow();
        String text = "x".repeat(1 << 20);
        here.listener.collected(here.capacity() / 2, false);
        there.listener.collected(there.capacity() / 2, false);

        for (int i = 0; i < 120; i++) {
            run(store, owner, id, save(text + i)).receiptOrThrow();
        }

        // One of them decides, and the other one keeps a copy.
        assertThat(store.facts().engine().heapUsed()).isBetween(50, 52);
        assertThat(other.facts().engine().heapUsed()).isBetween(50, 52);
    }

    /** What waits for the database is in the same heap: nothing new is taken, and what leads to less goes on. */
    @Test
    void aFullMemberWhoseDatabaseIsAwaySaysBoth() {
        SaidHeap heap = new SaidHeap();
        HazelcastInstance member =
                member("m", heap, config -> MemberChanges.keepIn(config, new NoArchive(), TIMEOUT, time));
        MemberChanges.of(member).start(true);
        InstanceStore store = open(member);
        OwnerId owner = owner(store);
        List<InstanceId> ids = Stream.generate(InstanceId::random).limit(50).toList();
        ids.forEach(id -> run(store, owner, id, creation()).receiptOrThrow());
        time.advance(TIMEOUT);
        Awaitility.await().until(() -> MemberChanges.healthIssue(member) != null);

        heap.fill(85);

        assertThatThrownBy(() -> run(store, owner, InstanceId.random(), creation()))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("member m is full: 85 % of 100 MiB");
        ids.forEach(id -> run(store, owner, id, CompleteInstance.now()).receiptOrThrow());
        assertThat(store.health().join().reasons())
                .anyMatch(reason -> reason.startsWith("member m is full: 85 %"))
                .anyMatch(reason -> reason.contains("50 changed instances and keys are in memory only: no connection"));
    }

    /** As by a member that leaves: the engine tries again and again, until another one has the partition. */
    @Test
    void whatIsTriedAgainAndNotDoneDoesNotCount() {
        SaidHeap heap = new SaidHeap();
        HazelcastInstance member =
                member("m", heap, config -> MemberChanges.keepIn(config, new NoArchive(), TIMEOUT, time));
        heap.fill(10);
        MemberChanges.of(member).start(true);
        assertThat(MemberChanges.of(member).finish(TIMEOUT)).isNull();
        StoredValue megabyte = new StoredValue(ValueEncoding.simpleTypes().encode("x".repeat(1 << 20)), Set.of(), null);
        DecideInSlot create = new DecideInSlot(new CommitInstance(
                CommandId.random(),
                new Caller(OwnerId.random(), null, null, Set.of()),
                new LockProof.Nothing(),
                Expected.absent(),
                InstanceChanges.<StoredValue>none().withData(new DataChange.Replace<>(Map.of("text", megabyte))),
                CommitInstance.After.RELEASED,
                0));

        Future<?> tried = member.<UUID, StoredSlot>getMap(MapNames.SLOTS)
                .submitToKey(UUID.randomUUID(), create)
                .toCompletableFuture();
        assertThatThrownBy(() -> tried.get(1, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);

        assertThat(HeapGuard.percent(member)).isEqualTo(10);
    }

    private static void awaitTwoWithBackups(HazelcastInstance member) {
        Awaitility.await()
                .atMost(TestFarm.PATIENCE)
                .until(() -> member.getPartitionService().isClusterSafe()
                        && member.getCluster().getMembers().size() == 2);
    }

    @Test
    void anOwnerDoesNotSendToABackupThatIsFull() {
        SaidHeap here = new SaidHeap();
        SaidHeap there = new SaidHeap();
        HazelcastInstance first = member("first", here);
        member("second", there);
        awaitTwoWithBackups(first);
        InstanceStore store = open(first);
        OwnerId owner = owner(store);
        there.fill(85);

        Awaitility.await().untilAsserted(() -> {
            time.advance(Duration.ofSeconds(1));
            for (int i = 0; i < 50; i++) {
                assertThatThrownBy(() -> run(store, owner, InstanceId.random(), creation()))
                        .hasMessageContaining("member second is full");
            }
        });

        there.fill(10);
        // What has not been said again for a while does not count any more.
        time.advance(Duration.ofSeconds(20));

        for (int i = 0; i < 50; i++) {
            run(store, owner, InstanceId.random(), creation()).receiptOrThrow();
        }
    }

    /** Its own heap is not watched, that of the other one is. */
    @Test
    void anOwnerThatIsNeverFullDoesNotSendToABackupThatIs() {
        SaidHeap there = new SaidHeap();
        HazelcastInstance first = farm.member(settings.heapLimit(Integer.MAX_VALUE));
        settings.heapLimit(80);
        member("second", there);
        awaitTwoWithBackups(first);
        InstanceStore store = open(first);
        OwnerId owner = owner(store);
        there.fill(85);

        Awaitility.await().atMost(TestFarm.PATIENCE).untilAsserted(() -> {
            // So often a member says that it is full.
            time.advance(Duration.ofSeconds(5));
            List<String> refusals = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                try {
                    run(store, owner, InstanceId.random(), creation());
                } catch (StoreUnavailableException refusal) {
                    refusals.add(refusal.getMessage());
                }
            }
            assertThat(refusals).hasSize(20).allMatch(refusal -> refusal.contains("member second is full: 85 %"));
        });
        assertThat(store.health().join().reasons()).noneMatch(reason -> reason.contains("full"));
    }

    @Test
    void aCollectionIsAskedForOnceIfGarbageMayBeTheReason() {
        SaidHeap heap = new SaidHeap();
        open(member("m", heap));
        heap.listener.collected(heap.capacity() * 85 / 100, false);

        time.advance(Duration.ofSeconds(30));

        Awaitility.await().until(() -> heap.collections.get() == 1);
        heap.fill(30);
        time.advance(Duration.ofSeconds(30));
        assertThat(heap.collections).hasValue(1);
    }

    @Test
    void theHeapOfThisProcessTellsOfItsCollections() {
        try (JvmHeap heap = new JvmHeap()) {
            AtomicInteger whole = new AtomicInteger();
            heap.onCollection((used, all) -> {
                assertThat(used).isPositive();
                whole.addAndGet(all ? 1 : 0);
            });
            assertThat(heap.capacity()).isPositive();

            heap.collect();

            Awaitility.await().until(() -> whole.get() > 0);
        }
    }
}
