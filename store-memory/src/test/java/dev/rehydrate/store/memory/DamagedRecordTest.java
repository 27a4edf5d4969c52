// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.LoadRunnable;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.failure.CorruptRecordException;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.AcquireInstance;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Records that scans find and whose operations fail, as when the values beside a head are damaged. */
@DisplayName("a damaged record")
final class DamagedRecordTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration SWEEP = StoreOptions.defaults().sweepPeriod();
    private static final OwnerDescription HOST = OwnerDescription.ofType("documents");

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final MemoryData data = new MemoryData();
    private final Set<SlotAddress> damaged = new HashSet<>();
    private int tries;
    private boolean answers = true;
    private final MemoryInstanceStore store = MemoryInstanceStore.open(
            data, StoreOptions.defaults().withTime(time).withDecorator(Damaging::new));
    private final OwnerId owner = store.execute(store.createHandle(), new CreateOwner(HOST), TIMEOUT);

    /** Fails as a provider does whose checksum does not match. */
    private final class Damaging extends ForwardingEngine {

        Damaging(StorageEngine engine) {
            super(engine);
        }

        @Override
        public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
            if (!answers) {
                return CompletableFuture.failedFuture(new StorageException(Effect.NONE, "the database is away", null));
            }
            if (!damaged.contains(at)) {
                return super.apply(at, operation);
            }
            tries += operation instanceof AcquireInstance ? 1 : 0;
            return CompletableFuture.failedFuture(StorageException.corrupt("the checksum does not match", null));
        }
    }

    @AfterEach
    void close() {
        store.close();
    }

    private InstanceId create(InstanceChanges.Builder changes) {
        InstanceId id = InstanceId.random();
        changes.replaceData(Map.of("note", InstanceValue.of("text")));
        store.execute(store.createHandle(owner, id), CreateInstance.of(changes.build(), AfterSave.RELEASE), TIMEOUT)
                .receiptOrThrow();
        return id;
    }

    private List<InstanceId> due(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> create(InstanceChanges.builder().dueAfter(Duration.ofMillis(i))))
                .toList();
    }

    private void damage(List<InstanceId> instances) {
        instances.forEach(each -> damaged.add(SlotAddress.of(each)));
    }

    @Test
    @DisplayName("is left out by the sweep, which removes the others that have expired")
    void isLeftOutByTheSweep() {
        List<InstanceId> all = IntStream.range(0, 200)
                .mapToObj(i -> create(InstanceChanges.builder().idleTtl(Duration.ofMinutes(1))))
                .toList();
        damage(all.subList(99, 101));

        time.advance(Duration.ofMinutes(1).plus(SWEEP.multipliedBy(2)));

        assertThat(data.slots().entrySet())
                .filteredOn(each -> each.getValue().instance() != null)
                .hasSize(2)
                .allSatisfy(each -> assertThat(damaged).contains(each.getKey()));
    }

    @Test
    @DisplayName("that has a further key does not end the search for dangling claims, nor the sweep")
    void isLeftOutWhereClaimsAreLookedAt() {
        InstanceId id = create(InstanceChanges.builder()
                .idleTtl(null)
                .keys(KeyChanges.associating(InstanceKey.of("shop", "voucher 7"))));
        damage(List.of(id));

        time.advance(StoreOptions.defaults().memoryRetention().plus(SWEEP.multipliedBy(6)));

        assertThat(store.health().join().reasons()).isEmpty();
    }

    @Test
    @DisplayName("that is due keeps no other one from being run, and is not tried at each look")
    void isLeftWhenItIsDue() {
        List<InstanceId> all = due(60);
        damage(all.subList(0, 3));
        time.advance(Duration.ofSeconds(1));

        List<InstanceId> run = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            store.execute(store.createHandle(owner), LoadRunnable.now(), TIMEOUT)
                    .loaded()
                    .map(InstanceSnapshot::header)
                    .map(InstanceHeader::id)
                    .ifPresent(run::add);
        }

        assertThat(run).containsExactlyInAnyOrderElementsOf(all.subList(3, 60));
        assertThat(tries).isEqualTo(3);
        assertThatThrownBy(() ->
                        store.execute(store.createHandle(owner, all.get(0)), LoadInstance.of(LoadMode.hold()), TIMEOUT))
                .as("who asks for it is told")
                .isInstanceOf(CorruptRecordException.class);
    }

    @Test
    @DisplayName("fails a look at it as it fails a command, and no look at others")
    void failsALookAtIt() {
        List<InstanceId> all = due(2);
        damage(all.subList(0, 1));

        assertThat(store.inspection().record(all.get(1)).join()).isPresent();
        assertThat(store.inspection().record(all.get(0)))
                .failsWithin(TIMEOUT)
                .withThrowableThat()
                .withCauseInstanceOf(CorruptRecordException.class)
                .withMessageContaining("instance=" + all.get(0));
    }

    @Test
    @DisplayName("is told from a store that does not answer")
    void isToldFromSilence() {
        answers = false;

        for (CompletableFuture<?> look : List.of(
                store.inspection().record(InstanceId.random()),
                store.inspection().key(InstanceKey.of("shop", "1")),
                store.inspection().changes(InstanceId.random()))) {
            assertThat(look)
                    .failsWithin(TIMEOUT)
                    .withThrowableThat()
                    .withCauseInstanceOf(StoreUnavailableException.class);
        }
        answers = true;
    }
}
