// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.start.ClusterConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A client whose farm ends, with all that was in its memory, and begins anew at the same address. */
final class RestartedFarmTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final TestFarm farm = new TestFarm();
    private final HazelcastStoreOptionsBuilder settings = settings();

    private static HazelcastStoreOptionsBuilder settings() {
        return HazelcastStoreOptions.builder().clusterName("restarted");
    }

    /** With copies that last. */
    private static InstanceStore client(String address) {
        return HazelcastInstanceStore.start(settings()
                .mode(HazelcastStoreOptions.Mode.CLIENT)
                .members(List.of(address))
                .nearCopies(10)
                .nearCopyAge(Duration.ofDays(1))
                .build());
    }

    @AfterEach
    void close() {
        farm.close();
    }

    private static OwnerId owner(InstanceStore store) {
        return store.execute(store.createHandle(), CreateOwner.of(OwnerDescription.anonymous()), PATIENCE);
    }

    private static SaveOutcome save(InstanceStore store, InstanceId id, int number, Expected expected) {
        return store.execute(
                store.createHandle(owner(store), id),
                new SaveInstance(
                        CommandId.random(),
                        InstanceChanges.data(Map.of("number", number)),
                        expected,
                        AfterSave.RELEASE),
                PATIENCE);
    }

    private static LoadOutcome free(InstanceStore store, InstanceId id) {
        return store.execute(store.createHandle(owner(store), id), LoadInstance.of(LoadMode.free()), PATIENCE);
    }

    private static int numberOf(LoadOutcome outcome) {
        return outcome.loaded().orElseThrow().data().get("number", Integer.class);
    }

    @Test
    void aClientAnswersNothingFromTheEarlierFarm() {
        HazelcastInstance earlier = farm.member(settings);
        String address = TestFarm.address(earlier);
        InstanceId created = InstanceId.random();
        InstanceId gone = InstanceId.random();
        try (InstanceStore store = client(address)) {
            Revision first =
                    save(store, created, 1, Expected.absent()).receiptOrThrow().revision();
            save(store, gone, 1, Expected.absent()).receiptOrThrow();
            assertThat(List.of(numberOf(free(store, created)), numberOf(free(store, gone))))
                    .containsOnly(1);

            earlier.getLifecycleService().terminate();
            HazelcastInstance later = farm.start(
                    ClusterConfig.member(settings.port(portOf(address)).build()));
            try (InstanceStore other = HazelcastInstanceStore.open(later, StoreOptions.defaults())) {
                save(other, created, 2, Expected.absent()).receiptOrThrow();

                Awaitility.await("the client is there again")
                        .atMost(PATIENCE)
                        .ignoreExceptions()
                        .until(() -> numberOf(free(store, created)) == 2);
                assertThat(free(store, gone).loaded()).isEmpty();
                assertThat(save(store, created, 3, Expected.revision(first))).isInstanceOf(SaveOutcome.Mismatch.class);
            }
        }
    }

    /** The client stands still between the claim of a key and the commit that lists it. */
    @Test
    void aKeyThatAClientHadClaimedInTheEarlierFarmBelongsToOneInstance() {
        HazelcastInstance earlier = farm.member(settings);
        String address = TestFarm.address(earlier);
        InstanceKey key = InstanceKey.random();
        InstanceId late = InstanceId.random();
        InstanceId taking = InstanceId.random();
        AtomicReference<Runnable> standing = new AtomicReference<>();
        try (InstanceStore store = HazelcastInstanceStore.start(settings()
                .mode(HazelcastStoreOptions.Mode.CLIENT)
                .members(List.of(address))
                .store(StoreOptions.defaults().withDecorator(below -> stalling(below, standing)))
                .build())) {
            standing.set(() -> {
                earlier.getLifecycleService().terminate();
                HazelcastInstance later = farm.start(
                        ClusterConfig.member(settings.port(portOf(address)).build()));
                try (InstanceStore other = HazelcastInstanceStore.open(later, StoreOptions.defaults())) {
                    create(other, taking, key);
                }
                Awaitility.await("the client is there again")
                        .atMost(PATIENCE)
                        .ignoreExceptions()
                        .until(() -> free(store, taking).loaded().isPresent());
            });

            create(store, late, key);

            Awaitility.await()
                    .atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(listing(store, key, late, taking)).containsExactly(taking));
            assertThat(store.commands()
                            .execute(LoadInstanceByKey.of(key, LoadMode.authoritative()))
                            .snapshotOrThrow()
                            .id())
                    .isEqualTo(taking);
        }
    }

    private static ForwardingEngine stalling(StorageEngine below, AtomicReference<Runnable> standing) {
        return new ForwardingEngine(below) {
            @Override
            public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
                Runnable still = operation instanceof CommitInstance ? standing.getAndSet(null) : null;
                return still == null
                        ? super.apply(at, operation)
                        : CompletableFuture.runAsync(still).thenCompose(over -> super.apply(at, operation));
            }
        };
    }

    private static void create(InstanceStore store, InstanceId id, InstanceKey key) {
        InstanceChanges<InstanceValue> changes = InstanceChanges.builder()
                .replaceData(Map.of("number", InstanceValue.of(1)))
                .keys(KeyChanges.associating(key))
                .build();
        store.commands()
                .withTimeout(PATIENCE)
                .execute(id, CreateInstance.of(changes, AfterSave.RELEASE))
                .receiptOrThrow();
    }

    private static List<InstanceId> listing(InstanceStore store, InstanceKey key, InstanceId... ids) {
        return Stream.of(ids)
                .filter(id -> store.commands()
                        .execute(id, LoadInstance.of(LoadMode.peek()))
                        .snapshotOrThrow()
                        .keys()
                        .containsKey(key))
                .toList();
    }

    private static int portOf(String address) {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }
}
