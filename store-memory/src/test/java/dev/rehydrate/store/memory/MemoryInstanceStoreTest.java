// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.LoadRunnable;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreEvent;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What only a store in memory has: data that can be shared, and that is gone when it is not needed. */
class MemoryInstanceStoreTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final OwnerDescription DOCUMENTS = OwnerDescription.ofType("documents");

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final StoreOptions options = StoreOptions.defaults().withTime(time);
    private final MemoryData data = new MemoryData();
    private final InstanceStore store = MemoryInstanceStore.open(data, options);
    private final InstanceHandle ownHandle = store.createHandle();
    private final OwnerId owner = store.execute(ownHandle, new CreateOwner(DOCUMENTS), TIMEOUT);
    private final InstanceId id = InstanceId.random();

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void storesOnTheSameDataSeeEachOtherAlsoAfterOneWasClosed() {
        run(id, save(Map.of("number", 1)));
        store.close();

        try (InstanceStore other = MemoryInstanceStore.open(data, options)) {
            OwnerId another = other.execute(other.createHandle(), new CreateOwner(DOCUMENTS), TIMEOUT);
            LoadOutcome loaded =
                    other.execute(other.createHandle(another, id), LoadInstance.of(LoadMode.hold()), TIMEOUT);

            assertThat(loaded.snapshotOrThrow().data().get("number", Integer.class))
                    .isEqualTo(1);
        }
    }

    /** Processes that are restored from one image, and open their stores then, would draw the same ids. */
    @Test
    void commandsOfAProcessHaveAnotherOriginWhenItOpensAStore() {
        long before = CommandId.random().high();

        MemoryInstanceStore.open(data, options).close();

        assertThat(CommandId.random().high()).isNotEqualTo(before);
    }

    @Test
    void aStoreThatIsOpenedWithoutDataHasItsOwn() {
        run(id, save(Map.of("number", 1)));

        try (InstanceStore other = MemoryInstanceStore.open(options)) {
            OwnerId another = other.execute(other.createHandle(), new CreateOwner(DOCUMENTS), TIMEOUT);

            assertThat(other.execute(other.createHandle(another, id), LoadInstance.of(LoadMode.peek()), TIMEOUT))
                    .isInstanceOf(LoadOutcome.NotFound.class);
        }
    }

    @Test
    void aClosedStoreIsToldNothingMore() {
        InstanceStore other = MemoryInstanceStore.open(data, options);
        assertThat(data.listeners()).hasSize(2);

        other.close();

        assertThat(data.listeners()).hasSize(1);
    }

    @Test
    void nothingIsLeftInMemoryOfWhatEndedLongAgo() {
        InstanceKey key = InstanceKey.random();
        InstanceChanges<InstanceValue> changes = InstanceChanges.builder()
                .replaceData(Map.of("number", InstanceValue.of(1)))
                .keys(KeyChanges.associating(key))
                .dueAfter(Duration.ofMinutes(1))
                .build();
        run(id, SaveInstance.of(changes, AfterSave.RELEASE));
        assertThat(data.slots()).containsOnlyKeys(SlotAddress.of(id), SlotAddress.of(key));

        run(id, CompleteInstance.now());
        time.advance(options.memoryRetention().plus(options.sweepPeriod().multipliedBy(2)));

        assertThat(data.slots()).isEmpty();
        assertThat(data.due().inOrder()).isEmpty();
    }

    @Test
    void theIndexOfDueTimesFollowsTheInstances() {
        Instant now = time.instant();
        InstanceId later = InstanceId.random();
        run(later, due(Duration.ofSeconds(20)));
        run(id, due(Duration.ofSeconds(10)));
        assertThat(data.due().inOrder()).containsExactly(SlotAddress.of(id), SlotAddress.of(later));
        assertThat(data.due().later(now.plusSeconds(10))).containsExactly(SlotAddress.of(later));

        InstanceHandle handle = store.createHandle(owner, id);
        store.execute(handle, LoadInstance.of(LoadMode.hold()), TIMEOUT).snapshotOrThrow();
        assertThat(data.due().inOrder()).containsExactly(SlotAddress.of(later));

        store.execute(handle, due(Duration.ofSeconds(30)), TIMEOUT);
        assertThat(data.due().inOrder()).containsExactly(SlotAddress.of(later), SlotAddress.of(id));
    }

    @Test
    void instancesThatAreDueAtTheSameMomentAreAllFound() {
        List<InstanceId> ids = List.of(InstanceId.random(), InstanceId.random(), InstanceId.random());
        ids.forEach(each -> run(each, due(Duration.ofSeconds(10))));

        assertThat(data.due().inOrder())
                .containsExactlyInAnyOrderElementsOf(
                        ids.stream().map(SlotAddress::of).toList());
        assertThat(data.due().later(time.instant().plusSeconds(10))).isEmpty();
        assertThat(data.due().later(time.instant().plusSeconds(9))).hasSize(3);
    }

    @Test
    void aDueInstanceWakesTheOtherStoresAtOnce() {
        try (InstanceStore other = MemoryInstanceStore.open(data, options)) {
            InstanceHandle handle = other.createHandle();
            other.execute(handle, new CreateOwner(DOCUMENTS), TIMEOUT);
            var drained = other.execute(other.createHandle(handle.owner().orElseThrow()), LoadRunnable.now(), TIMEOUT);
            assertThat(drained.loaded()).isEmpty();

            run(id, due(Duration.ZERO));
            time.advance(Duration.ZERO);

            assertThat(other.waitForEvents(handle, Duration.ZERO)).containsExactly(StoreEvent.HAS_RUNNABLE);
        }
    }

    private <R> R run(InstanceId instance, PersistenceCommand<R> command) {
        return store.execute(store.createHandle(owner, instance), command, TIMEOUT);
    }

    private static SaveInstance save(Map<String, Object> values) {
        return SaveInstance.of(InstanceChanges.data(values), AfterSave.RELEASE);
    }

    private static SaveInstance due(Duration delay) {
        return SaveInstance.of(
                InstanceChanges.builder()
                        .replaceData(Map.of("number", InstanceValue.of(1)))
                        .dueAfter(delay)
                        .build(),
                AfterSave.RELEASE);
    }
}
