// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.partition.ClusterClock;
import dev.rehydrate.store.hazelcast.stored.NearCopies;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a client keeps of free loads, and how old it may be. */
class NearCopiesTest {

    private static final Duration AGE = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration TTL = Duration.ofMillis(500);
    private static final TestFarm FARM = new TestFarm();
    private static HazelcastInstance member;
    private static HazelcastInstance client;

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-03-01T12:00:00Z"));
    private final List<InstanceStore> opened = new ArrayList<>();
    private final InstanceId id = InstanceId.random();

    @BeforeAll
    static void start() {
        member = FARM.member(HazelcastStoreOptions.builder());
        client = FARM.client(HazelcastStoreOptions.builder());
    }

    @AfterAll
    static void stop() {
        FARM.close();
    }

    @BeforeEach
    void liveByTheirTime() {
        List.of(member, client)
                .forEach(each -> each.getUserContext().put(ClusterClock.CONTEXT_KEY, new ClusterClock(time)));
    }

    @AfterEach
    void close() {
        opened.forEach(InstanceStore::close);
    }

    /** One host with its owner. */
    private record Node(InstanceStore store, OwnerId owner) {

        <R> R run(InstanceId id, PersistenceCommand<R> command) {
            return store.execute(store.createHandle(owner, id), command, PATIENCE);
        }

        void create(InstanceId id, InstanceChanges<InstanceValue> changes) {
            run(id, CreateInstance.of(changes, AfterSave.RELEASE)).receiptOrThrow();
        }

        SaveOutcome save(InstanceId id, int number) {
            return run(id, SaveInstance.of(number(number), AfterSave.RELEASE));
        }

        int free(InstanceId id) {
            return numberOf(run(id, LoadInstance.of(LoadMode.free())));
        }

        int free(InstanceKey key) {
            return numberOf(
                    store.execute(store.createHandle(owner), LoadInstanceByKey.of(key, LoadMode.free()), PATIENCE));
        }
    }

    private Node near(int copies) {
        HazelcastStoreOptions options = HazelcastStoreOptions.builder()
                .store(StoreOptions.defaults().withTime(time))
                .nearCopies(copies)
                .nearCopyAge(AGE)
                .build();
        return node(HazelcastInstanceStore.open(client, options));
    }

    private Node far() {
        return node(HazelcastInstanceStore.open(client, StoreOptions.defaults().withTime(time)));
    }

    private Node node(InstanceStore store) {
        opened.add(store);
        return new Node(
                store, store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), PATIENCE));
    }

    private static InstanceChanges<InstanceValue> number(int number) {
        return InstanceChanges.data(Map.of("number", number));
    }

    private static InstanceChanges<InstanceValue> number(int number, InstanceKey key) {
        return InstanceChanges.builder()
                .replaceData(Map.of("number", InstanceValue.of(number)))
                .keys(KeyChanges.associating(Map.of(key, Map.of())))
                .build();
    }

    private static int numberOf(LoadOutcome outcome) {
        return outcome.loaded()
                .map(snapshot -> snapshot.data().get("number", Integer.class))
                .orElse(-1);
    }

    @Test
    void aCopyIsAsOldAsItsAgeAtMost() {
        Node near = near(10);
        Node other = far();
        other.create(id, number(1));
        assertThat(near.free(id)).isEqualTo(1);

        other.save(id, 2);

        time.advance(AGE.minusMillis(1));
        assertThat(near.free(id)).isEqualTo(1);
        time.advance(Duration.ofMillis(1));
        assertThat(near.free(id)).isEqualTo(2);
    }

    @Test
    void nothingIsKeptUnlessItIsAskedFor() {
        Node near = near(0);
        Node other = far();
        other.create(id, number(1));
        assertThat(near.free(id)).isEqualTo(1);
        assertThat(other.free(id)).isEqualTo(1);

        far().save(id, 2);

        assertThat(near.free(id)).isEqualTo(2);
        assertThat(other.free(id)).isEqualTo(2);
    }

    @Test
    void whatAStoreHasDoneItSeesAtOnce() {
        Node near = near(10);
        near.create(id, number(1));
        assertThat(near.free(id)).isEqualTo(1);

        near.save(id, 2);
        assertThat(near.free(id)).isEqualTo(2);

        near.run(id, CompleteInstance.now());
        assertThat(near.free(id)).isEqualTo(-1);
    }

    @Test
    void whatAStoreHasSeenItDoesNotGoBackBehind() {
        Node near = near(10);
        Node other = far();
        other.create(id, number(1));
        assertThat(near.free(id)).isEqualTo(1);
        other.save(id, 2);

        assertThat(numberOf(near.run(id, LoadInstance.of(LoadMode.authoritative()))))
                .isEqualTo(2);

        assertThat(near.free(id)).isEqualTo(2);
    }

    @Test
    void aStaleCopyCannotBeSavedOver() {
        Node near = near(10);
        Node other = far();
        other.create(id, number(1));
        near.free(id);
        other.save(id, 2);
        var stale = near.run(id, LoadInstance.of(LoadMode.free())).snapshotOrThrow();

        assertThat(near.run(id, SaveInstance.ifUnchanged(number(3), stale.revision())))
                .isInstanceOf(SaveOutcome.Mismatch.class);

        assertThat(near.free(id)).isEqualTo(2);
    }

    @Test
    void copiesOfKeysLeadToCopiesOfInstances() {
        Node near = near(10);
        Node other = far();
        InstanceKey key = InstanceKey.random();
        other.create(id, number(1, key));
        assertThat(near.free(key)).isEqualTo(1);
        other.save(id, 2);
        assertThat(near.free(key)).isEqualTo(1);

        other.run(id, CompleteInstance.now());
        other.create(InstanceId.atHomeOf(key), number(3, key));
        time.advance(AGE);

        assertThat(near.free(key)).isEqualTo(3);
    }

    @Test
    void aCopyAnswersTheLoadsThatSelectNoMoreThanItWasAskedFor() {
        Node near = near(10);
        Node other = far();
        other.create(id, number(1));
        LoadInstance header = LoadInstance.of(LoadMode.free().withoutValues().withoutKeys());
        Revision first = near.run(id, header).snapshotOrThrow().revision();
        other.save(id, 2);

        assertThat(near.run(id, header).snapshotOrThrow().revision())
                .as("a copy")
                .isEqualTo(first);
        assertThat(near.free(id)).as("the copy has no values").isEqualTo(2);
        other.save(id, 3);

        assertThat(near.free(id)).as("a copy").isEqualTo(2);
        assertThat(near.run(id, LoadInstance.of(LoadMode.free().withoutValues().withoutKeys()))
                        .snapshotOrThrow()
                        .keys())
                .as("the copy has more")
                .isEmpty();
    }

    @Test
    void whatIsNotThereIsAskedForEachTime() {
        Node near = near(10);
        assertThat(near.free(id)).isEqualTo(-1);

        far().create(id, number(1));

        assertThat(near.free(id)).isEqualTo(1);
    }

    @Test
    void whatHasExpiredIsNotThereThoughThereIsACopy() {
        Node near = near(10);
        far().create(
                        id,
                        InstanceChanges.builder()
                                .replaceData(Map.of("number", InstanceValue.of(1)))
                                .idleTtl(TTL)
                                .build());
        assertThat(near.free(id)).isEqualTo(1);

        time.advance(TTL);

        assertThat(near.free(id)).isEqualTo(-1);
    }

    @Test
    void theLeastUsedGoesFirst() {
        Node near = near(2);
        Node other = far();
        List<InstanceId> ids = List.of(id, InstanceId.random(), InstanceId.random());
        ids.forEach(each -> other.create(each, number(1)));
        near.free(ids.get(0));
        near.free(ids.get(1));
        near.free(ids.get(0));
        near.free(ids.get(2));
        ids.forEach(each -> other.save(each, 2));

        assertThat(near.free(ids.get(0))).isEqualTo(1);
        assertThat(near.free(ids.get(2))).isEqualTo(1);
        assertThat(near.free(ids.get(1))).isEqualTo(2);
    }

    @Test
    void anAnswerThatIsOvertakenIsNotKept() {
        NearCopies copies = new NearCopies(2, AGE, time);
        UUID at = UUID.randomUUID();
        Slot slot = Slot.EMPTY;

        NearCopies.Copy asked = copies.ask(at, ValueSelection.all());
        copies.forget(at);
        copies.answered(at, asked, slot);

        assertThat(copies.find(at, ValueSelection.all())).isNull();
    }

    @Test
    void nobodyReadsLessThanWasAcknowledgedBefore() throws Exception {
        Node near = near(10);
        near.create(id, number(0));
        int saves = 300;
        AtomicInteger acknowledged = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            CompletableFuture<Void> writer = CompletableFuture.runAsync(
                    () -> {
                        for (int number = 1; number <= saves; number++) {
                            near.save(id, number);
                            acknowledged.set(number);
                        }
                    },
                    threads);
            List<CompletableFuture<Void>> readers = new ArrayList<>();
            for (int reader = 0; reader < 2; reader++) {
                readers.add(CompletableFuture.runAsync(
                        () -> {
                            while (!writer.isDone()) {
                                int least = acknowledged.get();
                                assertThat(near.free(id)).isGreaterThanOrEqualTo(least);
                            }
                        },
                        threads));
            }
            writer.join();
            readers.forEach(CompletableFuture::join);
            assertThat(near.free(id)).isEqualTo(saves);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void readersWhoSelectDifferentValuesShareACopy() {
        NearCopies copies = new NearCopies(10, AGE, time);
        UUID at = UUID.randomUUID();
        copies.answered(at, copies.ask(at, ValueSelection.of("a").withoutKeys()), claimed());

        NearCopies.Copy asked = copies.ask(at, ValueSelection.of("b").withoutKeys());
        copies.answered(at, asked, claimed());

        assertThat(asked.values().names()).containsExactlyInAnyOrder("a", "b");
        assertThat(copies.find(at, ValueSelection.of("a").withoutKeys())).isNotNull();
        assertThat(copies.find(at, ValueSelection.of("b").withoutKeys())).isNotNull();
        time.advance(AGE);
        assertThat(copies.ask(at, ValueSelection.of("c")).values().names()).containsExactly("c");
    }

    @Test
    void readersOfVeryManyValuesDoNotShareACopy() {
        NearCopies copies = new NearCopies(10, AGE, time);
        UUID at = UUID.randomUUID();

        for (int i = 0; i < 100; i++) {
            assertThat(copies.ask(at, ValueSelection.of("n" + i)).values().names())
                    .hasSizeLessThanOrEqualTo(16)
                    .contains("n" + i);
        }
    }

    private Slot claimed() {
        return new Slot(null, new KeyClaim(id, 1), 1, CommandHistory.EMPTY, null, Instant.EPOCH, null);
    }
}
