// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.LoadRunnable;
import dev.rehydrate.command.change.DataChange;
import dev.rehydrate.command.change.DefinitionChange;
import dev.rehydrate.command.change.DueChange;
import dev.rehydrate.command.change.IdleTtlChange;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.SuspensionChange;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.CommitInstance;
import dev.rehydrate.slot.LockProof;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.slot.DecideInSlot;
import dev.rehydrate.store.hazelcast.stored.Addresses;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What wants to run does, though the hint at it was lost or something else stands where hints are. */
class LostHintTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final String DOCUMENTS = "documents";

    private final TestFarm farm = new TestFarm();
    private final HazelcastInstance member = farm.member(HazelcastStoreOptions.builder());
    private final HazelcastInstance client = farm.client(HazelcastStoreOptions.builder());
    private final AtomicReference<StorageEngine> engine = new AtomicReference<>();
    private final InstanceStore store = HazelcastInstanceStore.open(member, watched(StoreOptions.defaults()));
    private final InstanceId id = InstanceId.random();
    private final OwnerId owner =
            store.execute(store.createHandle(), new CreateOwner(OwnerDescription.ofType(DOCUMENTS)), TIMEOUT);

    private StoreOptions watched(StoreOptions options) {
        return options.withDecorator(plain -> {
            engine.set(plain);
            return plain;
        });
    }

    @BeforeEach
    void lookOnceThroughAllSlots() {
        assertThat(runnable()).isEmpty();
    }

    @AfterEach
    void close() {
        store.close();
        farm.close();
    }

    private Optional<InstanceId> runnable() {
        return store.execute(store.createHandle(owner), LoadRunnable.now(), TIMEOUT)
                .loaded()
                .map(loaded -> loaded.header().id());
    }

    /** What the first of the two steps of a save does. */
    private CommitInstance dueNow() {
        StoredValue value = new StoredValue(ValueEncoding.simpleTypes().encode("text"), Set.of(), null);
        InstanceChanges<StoredValue> changes = new InstanceChanges<>(
                new DataChange.Replace<>(Map.of("text", value)),
                ValueDelta.none(),
                KeyChanges.none(),
                new DueChange.At(Instant.EPOCH),
                new SuspensionChange.Keep(),
                new DefinitionChange.Keep(),
                new IdleTtlChange.Keep());
        return new CommitInstance(
                CommandId.random(),
                new Caller(OwnerId.random(), DOCUMENTS, null, Set.of()),
                new LockProof.Nothing(),
                Expected.absent(),
                changes,
                CommitInstance.After.RELEASED,
                0);
    }

    @Test
    void aClientThatDiesBetweenTheTwoStepsOfASaveIsNoticed() {
        IMap<UUID, StoredSlot> slots = client.getMap(MapNames.SLOTS);
        slots.executeOnKey(Addresses.key(SlotAddress.of(id)), new DecideInSlot(dueNow()));
        assertThat(runnable()).isEmpty();

        client.getLifecycleService().terminate();

        Awaitility.await().until(() -> runnable().filter(id::equals).isPresent());
    }

    @Test
    void whatIsNotAHintHarmsNobody() throws Exception {
        IMap<Object, Object> raw = farm.stranger().getMap(MapNames.HINTS);
        raw.put(UUID.randomUUID(), "no hint");
        raw.put(Addresses.key(SlotAddress.of(id)), "no hint either");
        InstanceChanges<InstanceValue> later = InstanceChanges.builder()
                .replaceData(Map.of("text", InstanceValue.of("text")))
                .dueAfter(Duration.ofHours(1))
                .build();
        Instant before = engine.get().now();

        store.execute(store.createHandle(owner, id), CreateInstance.of(later, AfterSave.RELEASE), TIMEOUT)
                .receiptOrThrow();

        assertThat(engine.get().nextDue(DOCUMENTS, before).toCompletableFuture().get(10, TimeUnit.SECONDS))
                .hasValueSatisfying(due ->
                        assertThat(due).isBetween(before.plus(Duration.ofHours(1)), before.plus(Duration.ofHours(2))));
        assertThat(engine.get().nextDue("others", before).toCompletableFuture().get(10, TimeUnit.SECONDS))
                .isEmpty();
        assertThat(runnable()).isEmpty();
    }
}
