// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.command.CommandId;
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
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.LockProof;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.slot.DecideInSlot;
import dev.rehydrate.store.hazelcast.stored.Addresses;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What wants to run is found from the moment on at which its slot says so, whatever becomes of the store that saved it. */
class RunnableInstancesTest {

    private static final Duration TIMEOUT = TestFarm.PATIENCE;
    private static final String DOCUMENTS = "documents";

    private final TestFarm farm = new TestFarm();
    private final HazelcastInstance member = farm.member(HazelcastStoreOptions.builder());
    private final HazelcastInstance client = farm.client(HazelcastStoreOptions.builder());
    private final AtomicReference<StorageEngine> engine = new AtomicReference<>();
    private final InstanceStore store =
            HazelcastInstanceStore.open(member, StoreOptions.defaults().withDecorator(plain -> {
                engine.set(plain);
                return plain;
            }));
    private final InstanceId id = InstanceId.random();
    private final OwnerId owner =
            store.execute(store.createHandle(), new CreateOwner(OwnerDescription.ofType(DOCUMENTS)), TIMEOUT);

    @BeforeEach
    void lookOnce() {
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

    private static CommitInstance due(DueChange when) {
        StoredValue value = new StoredValue(ValueEncoding.simpleTypes().encode("text"), Set.of(), null);
        InstanceChanges<StoredValue> changes = new InstanceChanges<>(
                new DataChange.Replace<>(Map.of("text", value)),
                ValueDelta.none(),
                KeyChanges.none(),
                when,
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

    private void save(CommitInstance commit) {
        IMap<UUID, StoredSlot> slots = client.getMap(MapNames.SLOTS);
        slots.executeOnKey(Addresses.key(SlotAddress.of(id)), new DecideInSlot(commit));
    }

    @Test
    void aClientThatDiesInTheMiddleOfASaveLeavesNothingUnfound() {
        save(due(new DueChange.At(Instant.EPOCH)));
        client.getLifecycleService().terminate();

        assertThat(runnable()).contains(id);
        assertThat(runnable()).isEmpty();
    }

    @Test
    void whatWasTakenOutOfTheMapIsForgotten() {
        save(due(new DueChange.At(Instant.EPOCH)));
        farm.stranger().getMap(MapNames.SLOTS).clear();

        assertThat(runnable()).isEmpty();
    }

    @Test
    void theNextDueTimeIsThatOfTheSlot() throws Exception {
        Instant at = Instant.now().plus(Duration.ofHours(1)).truncatedTo(ChronoUnit.MILLIS);
        save(due(new DueChange.At(at)));

        assertThat(nextDue(DOCUMENTS, at.minusNanos(1))).contains(at);
        assertThat(nextDue(DOCUMENTS, at)).isEmpty();
        assertThat(nextDue("others", Instant.EPOCH)).isEmpty();
    }

    private Optional<Instant> nextDue(String hostType, Instant after) throws Exception {
        return engine.get().nextDue(hostType, after).toCompletableFuture().get(1, TimeUnit.MINUTES);
    }
}
