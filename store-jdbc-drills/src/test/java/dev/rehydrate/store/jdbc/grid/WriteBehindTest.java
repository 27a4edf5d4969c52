// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.partition.Partition;
import com.hazelcast.partition.PartitionService;
import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.failure.CorruptRecordException;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreHealth;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.Durability;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.hazelcast.WriteBehind;
import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.time.TimeSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A farm in memory whose changes are copied to a database: what is there after the farm has ended, and while its members change. */
final class WriteBehindTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Duration NEVER = Duration.ofHours(1);
    private static final Duration SOON = Duration.ofMillis(100);

    private final HikariDataSource database = Pools.of(Pools.newFile(), "");
    private final List<BehindFarm> farms = new ArrayList<>();

    @AfterEach
    void close() {
        farms.forEach(BehindFarm::close);
        database.close();
    }

    private BehindFarm farm(Duration delay) {
        BehindFarm farm = new BehindFarm(database, delay);
        farms.add(farm);
        return farm;
    }

    private static OwnerId owner(InstanceStore store) {
        return store.execute(store.createHandle(), new CreateOwner(OwnerDescription.ofType("documents")), TIMEOUT);
    }

    private static InstanceId create(InstanceStore store, OwnerId owner, String text) {
        InstanceId id = InstanceId.random();
        create(store, owner, id, text);
        return id;
    }

    private static void create(InstanceStore store, OwnerId owner, InstanceId id, String text) {
        store.execute(
                        store.createHandle(owner, id),
                        CreateInstance.of(InstanceChanges.data(Map.of("text", text)), AfterSave.RELEASE),
                        TIMEOUT)
                .receiptOrThrow();
    }

    private static void save(
            InstanceStore store, OwnerId owner, InstanceId id, InstanceChanges<InstanceValue> changes) {
        store.execute(store.createHandle(owner, id), SaveInstance.of(changes, AfterSave.RELEASE), TIMEOUT)
                .receiptOrThrow();
    }

    private static LoadOutcome load(InstanceStore store, OwnerId owner, InstanceId id) {
        return store.execute(store.createHandle(owner, id), LoadInstance.of(LoadMode.peek()), TIMEOUT);
    }

    private static String text(InstanceStore store, OwnerId owner, InstanceId id) {
        return ((LoadOutcome.Loaded) load(store, owner, id)).snapshot().data().get("text", String.class);
    }

    private static InstanceChanges<InstanceValue> text(String text) {
        return InstanceChanges.data(Map.of("text", text));
    }

    @Test
    void whatWasFlushedIsThereAfterAllMembersAreGone() {
        BehindFarm farm = farm(NEVER);
        HazelcastInstanceStore store = farm.start();
        OwnerId owner = owner(store);
        InstanceId saved = create(store, owner, "first");
        save(store, owner, saved, text("second"));
        InstanceKey key = InstanceKey.random();
        save(store, owner, saved, InstanceChanges.<InstanceValue>none().withKeys(KeyChanges.associating(key)));
        InstanceId completed = create(store, owner, "over");
        store.execute(store.createHandle(owner, completed), CompleteInstance.now(), TIMEOUT)
                .receiptOrThrow();
        store.flush(TIMEOUT);
        save(store, owner, saved, text("lost"));
        assertThat(farm.rows()).doesNotContainValue(null).hasSameSizeAs(farm.slots());
        farm.kill();

        HazelcastInstanceStore again = farm(NEVER).start();
        OwnerId next = owner(again);

        assertThat(text(again, next, saved)).isEqualTo("second");
        LoadOutcome byKey =
                again.execute(again.createHandle(next), LoadInstanceByKey.of(key, LoadMode.peek()), TIMEOUT);
        assertThat(byKey)
                .isInstanceOfSatisfying(
                        LoadOutcome.Loaded.class,
                        found -> assertThat(found.snapshot().id()).isEqualTo(saved));
        assertThat(load(again, next, completed)).isNotInstanceOf(LoadOutcome.Loaded.class);
    }

    @Test
    void aChangeIsWrittenWhenItsDelayIsOver() {
        BehindFarm farm = farm(SOON);
        HazelcastInstanceStore store = farm.start();
        OwnerId owner = owner(store);
        InstanceId id = create(store, owner, "first");
        save(store, owner, id, text("second"));

        Awaitility.await()
                .atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(farm.rows()).isEqualTo(farm.slots()));
    }

    @Test
    void aMemberThatIsClosedWritesWhatIsLeft() {
        BehindFarm farm = farm(NEVER);
        HazelcastInstanceStore store = farm.start();
        InstanceId id = create(store, owner(store), "kept");
        farm.close();

        HazelcastInstanceStore again = farm(NEVER).start();

        assertThat(text(again, owner(again), id)).isEqualTo("kept");
    }

    @Test
    void aHoldThatMayHavePassedOnIsNotPassedOnWithTheSameToken() {
        BehindFarm farm = farm(NEVER);
        HazelcastInstanceStore store = farm.start();
        OwnerId owner = owner(store);
        InstanceId id = create(store, owner, "kept");
        store.flush(TIMEOUT);
        FencingToken lost = hold(store, owner, id).header().token();
        farm.kill();

        HazelcastInstanceStore again = farm(NEVER).start();

        assertThat(hold(again, owner(again), id).header().token()).isGreaterThan(lost);
    }

    @Test
    void aKeyWhoseClaimHasNotReachedTheDatabaseIsNotListed() {
        BehindFarm farm = farm(NEVER);
        HazelcastInstanceStore store = farm.start();
        OwnerId owner = owner(store);
        InstanceId id = create(store, owner, "kept");
        InstanceKey lost = InstanceKey.random();
        InstanceKey kept = InstanceKey.random();
        save(
                store,
                owner,
                id,
                InstanceChanges.<InstanceValue>none()
                        .withKeys(KeyChanges.<InstanceValue>associating(lost).and(KeyChanges.associating(kept))));
        store.flush(TIMEOUT);
        farm.kill();
        removeRow(lost);

        HazelcastInstanceStore again = farm(NEVER).start();
        OwnerId next = owner(again);
        InstanceId other = create(again, next, "other");
        save(again, next, other, InstanceChanges.<InstanceValue>none().withKeys(KeyChanges.associating(lost)));

        assertThat(((LoadOutcome.Loaded) load(again, next, id)).snapshot().keys())
                .containsOnlyKeys(kept);
        assertThat(((LoadOutcome.Loaded) load(again, next, other)).snapshot().keys())
                .containsOnlyKeys(lost);
    }

    /** A claim has no number: what the first clock has said would be the later change for an hour. */
    @Test
    void aKeyMovesAlsoAfterAClockThatWasAheadWasSetRight() {
        BehindFarm farm = farm(NEVER);
        ManualTime ahead = ManualTime.startingAt(TimeSource.system().instant().plusSeconds(3600));
        HazelcastInstanceStore store = farm.start(StoreOptions.defaults().withTime(ahead));
        OwnerId owner = owner(store);
        InstanceKey key = InstanceKey.random();
        InstanceId before = create(store, owner, "before");
        InstanceId after = create(store, owner, "after");
        save(store, owner, before, InstanceChanges.<InstanceValue>none().withKeys(KeyChanges.associating(key)));
        farm.close();

        BehindFarm next = farm(NEVER);
        HazelcastInstanceStore again = next.start();
        OwnerId another = owner(again);
        save(again, another, before, InstanceChanges.<InstanceValue>none().withKeys(KeyChanges.releasing(key)));
        save(again, another, after, InstanceChanges.<InstanceValue>none().withKeys(KeyChanges.associating(key)));
        again.flush(TIMEOUT);

        assertThat(next.rows()).isEqualTo(next.slots());
    }

    private void damageRow(InstanceId id) {
        changeRow("update rehydrate.slot set head = X'00' where address = ?", id.high(), id.low());
    }

    private InstanceId writtenByAFarmThatHasEndedAndDamaged() {
        BehindFarm farm = farm(NEVER);
        HazelcastInstanceStore store = farm.start();
        InstanceId damaged = create(store, owner(store), "damaged");
        store.flush(TIMEOUT);
        farm.kill();
        damageRow(damaged);
        return damaged;
    }

    @Test
    void aRowThatCannotBeReadIsNotTakenForOneThatIsNotThere() {
        BehindFarm farm = farm(NEVER);
        HazelcastInstanceStore store = farm.start();
        OwnerId owner = owner(store);
        InstanceId damaged = create(store, owner, "damaged");
        InstanceId whole = create(store, owner, "whole");
        store.flush(TIMEOUT);
        farm.kill();
        damageRow(damaged);

        BehindFarm after = farm(NEVER);
        HazelcastInstanceStore again = after.start();
        OwnerId next = owner(again);

        assertThat(text(again, next, whole)).isEqualTo("whole");
        assertThatThrownBy(() -> load(again, next, damaged))
                .isInstanceOf(CorruptRecordException.class)
                .hasMessageContaining(damaged.toString());
        assertThatThrownBy(() -> create(again, next, damaged, "another"))
                .as("what may be there is not created again")
                .isInstanceOf(CorruptRecordException.class);
        assertThat(again.acknowledgeLoss()).isEqualTo(1);
        assertThat(load(again, next, damaged)).isNotInstanceOf(LoadOutcome.Loaded.class);
        assertThat(again.health().join().reasons()).isEmpty();
    }

    @Test
    void aRowThatCannotBeReadConcernsNoOtherInstanceOfItsPartition() {
        InstanceId damaged = writtenByAFarmThatHasEndedAndDamaged();

        BehindFarm after = farm(NEVER);
        HazelcastInstanceStore again = after.start();
        OwnerId next = owner(again);
        InstanceId neighbour = besides(damaged, after);

        assertThat(load(again, next, neighbour)).isInstanceOf(LoadOutcome.NotFound.class);
        create(again, next, neighbour, "neighbour");
        assertThat(text(again, next, neighbour)).isEqualTo("neighbour");
        assertThat(again.lostPartitions()).isEmpty();
        StoreHealth health = again.health().join();
        assertThat(health.status()).isEqualTo(StoreHealth.Status.DEGRADED);
        assertThat(health.reasons())
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains(damaged.toString());
        InstancePage page = again.commands()
                .execute(QueryInstances.of(InstanceQuery.builder().build()));
        assertThat(page.entries()).extracting(entry -> entry.header().id()).containsExactly(neighbour);
        assertThat(page.gap()).contains("rows that cannot be read: " + damaged).doesNotContain("partitions");

        again.flush(TIMEOUT);
        assertThat(after.addresses()).as("the row is left as it is").contains(SlotAddress.of(damaged));
    }

    @Test
    void aRowThatCannotBeReadIsDiscardedAndItsInstanceIsCreatedAnew() {
        BehindFarm farm = farm(NEVER);
        HazelcastInstanceStore store = farm.start();
        OwnerId owner = owner(store);
        InstanceId damaged = create(store, owner, "damaged");
        InstanceId ended = create(store, owner, "ended");
        store.flush(TIMEOUT);
        farm.kill();
        damageRow(damaged);
        damageRow(ended);

        BehindFarm after = farm(NEVER);
        HazelcastInstanceStore again = after.start();
        OwnerId next = owner(again);
        HazelcastInstanceStore client = after.client();
        assertThat(client.repair().discardDamaged(damaged).join()).isTrue();
        assertThat(client.repair().discardDamaged(damaged).join()).isFalse();
        assertThat(again.repair().discardDamaged(ended).join()).isTrue();
        assertThat(again.health().join().reasons()).isEmpty();
        assertThat(load(again, next, damaged)).isInstanceOf(LoadOutcome.NotFound.class);
        create(again, next, damaged, "anew");
        again.flush(TIMEOUT);
        assertThat(after.addresses()).contains(SlotAddress.of(damaged)).doesNotContain(SlotAddress.of(ended));
        after.kill();

        BehindFarm last = farm(NEVER);
        HazelcastInstanceStore third = last.start();
        assertThat(text(third, owner(third), damaged)).isEqualTo("anew");
        assertThat(third.health().join().reasons()).isEmpty();
    }

    /** The row may be restored from a backup yet, so that only an order about this very row removes it. */
    @Test
    void aRowThatCannotBeReadStaysAfterAnAcknowledgementAndIsGoneAfterItWasDiscarded() {
        InstanceId damaged = writtenByAFarmThatHasEndedAndDamaged();

        BehindFarm second = farm(NEVER);
        HazelcastInstanceStore acknowledges = second.start();
        assertThat(acknowledges.acknowledgeLoss()).isEqualTo(1);
        acknowledges.flush(TIMEOUT);
        assertThat(acknowledges.repair().discardDamaged(damaged).join())
                .as("it counts as never stored, until the next start")
                .isFalse();
        second.close();

        BehindFarm third = farm(NEVER);
        HazelcastInstanceStore discards = third.start();
        OwnerId owner = owner(discards);
        assertThatThrownBy(() -> load(discards, owner, damaged)).isInstanceOf(CorruptRecordException.class);
        assertThat(discards.repair().discardDamaged(damaged).join()).isTrue();
        discards.flush(TIMEOUT);
        assertThat(third.addresses()).doesNotContain(SlotAddress.of(damaged));
        third.kill();

        HazelcastInstanceStore last = farm(NEVER).start();
        assertThat(load(last, owner(last), damaged)).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(last.health().join().reasons()).isEmpty();
    }

    @Test
    void aRowThatIsDamagedWhileTheFarmRunsIsWrittenFromMemory() {
        BehindFarm farm = farm(NEVER);
        HazelcastInstanceStore store = farm.start();
        OwnerId owner = owner(store);
        InstanceId id = create(store, owner, "first");
        store.flush(TIMEOUT);
        damageRow(id);

        save(store, owner, id, text("second"));
        store.flush(TIMEOUT);
        farm.kill();

        HazelcastInstanceStore again = farm(NEVER).start();
        assertThat(text(again, owner(again), id)).isEqualTo("second");
    }

    /** An id that is in the same partition. */
    private static InstanceId besides(InstanceId id, BehindFarm farm) {
        PartitionService partitions = farm.running().get(0).getPartitionService();
        Partition wanted = partitions.getPartition(new UUID(id.high(), id.low()));
        InstanceId other = InstanceId.random();
        while (!partitions.getPartition(new UUID(other.high(), other.low())).equals(wanted)) {
            other = InstanceId.random();
        }
        return other;
    }

    private void removeRow(InstanceKey key) {
        changeRow("delete from rehydrate.slot where address = ?", key.high(), key.low());
    }

    private void changeRow(String sql, long high, long low) {
        try (Connection connection = database.getConnection();
                PreparedStatement change = connection.prepareStatement(sql)) {
            change.setObject(1, new UUID(high, low));
            assertThat(change.executeUpdate()).isEqualTo(1);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static InstanceSnapshot hold(InstanceStore store, OwnerId owner, InstanceId id) {
        return ((LoadOutcome.Loaded) store.execute(store.createHandle(owner, id), LoadInstance.hold(), TIMEOUT))
                .snapshot();
    }

    @Test
    void whatAMemberHadStillToWriteIsWrittenByThoseThatTakeItsPlace() {
        BehindFarm farm = farm(NEVER);
        HazelcastInstanceStore first = farm.start();
        HazelcastInstanceStore second = farm.start();
        farm.awaitShares();
        OwnerId owner = owner(second);
        for (int i = 0; i < 200; i++) {
            create(second, owner, "one of many");
        }
        assertThat(farm.rows()).isEmpty();
        farm.running().stream()
                .filter(member -> !member.getCluster().getLocalMember().equals(eldest(farm)))
                .forEach(member -> member.getLifecycleService().terminate());
        first.flush(TIMEOUT);

        assertThat(farm.rows()).hasSize(200).isEqualTo(farm.slots());
    }

    private static com.hazelcast.cluster.Member eldest(BehindFarm farm) {
        return farm.running().get(0).getCluster().getMembers().iterator().next();
    }

    @Test
    void aFlushBringsWhatIsOnAllMembersAlsoWhenAClientAsks() {
        BehindFarm farm = farm(NEVER);
        farm.start();
        farm.start();
        farm.awaitShares();
        HazelcastInstanceStore client = farm.client();
        OwnerId owner = owner(client);
        for (int i = 0; i < 100; i++) {
            create(client, owner, "one of many");
        }

        client.flush(TIMEOUT);

        assertThat(farm.rows()).hasSize(100).isEqualTo(farm.slots());
    }

    @Test
    @Timeout(60)
    void aFarmWithoutADatabaseSaysAtOnceThatItCannotBeFlushed() {
        HazelcastStoreOptions options = HazelcastStoreOptions.builder()
                .clusterName("test-" + UUID.randomUUID())
                .port(0)
                .build();
        try (HazelcastInstanceStore store = HazelcastInstanceStore.startMember(options)) {
            assertThatThrownBy(() -> store.flush(NEVER))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("does not write to a database");
        }
    }

    @Test
    void membersThatStartTogetherHaveAllBeforeTheyAnswer() {
        BehindFarm farm = farm(NEVER);
        HazelcastInstanceStore store = farm.start();
        OwnerId owner = owner(store);
        List<InstanceId> ids = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            ids.add(create(store, owner, "one of many"));
        }
        store.flush(TIMEOUT);
        farm.kill();

        BehindFarm again = farm(NEVER);
        HazelcastInstanceStore first = again.start();
        CompletableFuture<HazelcastInstanceStore> second = CompletableFuture.supplyAsync(again::start);
        OwnerId next = owner(first);
        ids.forEach(id -> assertThat(load(first, next, id)).isInstanceOf(LoadOutcome.Loaded.class));
        HazelcastInstanceStore other = second.join();
        OwnerId another = owner(other);
        ids.forEach(id -> assertThat(load(other, another, id)).isInstanceOf(LoadOutcome.Loaded.class));
    }

    @Test
    void everyStoreOfTheFarmSaysHowDurableItIs() {
        BehindFarm farm = farm(NEVER);
        HazelcastInstanceStore started = farm.start();
        HazelcastInstanceStore client = farm.client();
        try (HazelcastInstanceStore opened = HazelcastInstanceStore.open(
                farm.running().get(0), HazelcastStoreOptions.builder().build())) {
            assertThat(List.of(started, client, opened))
                    .extracting(store -> store.health()
                            .orTimeout(TIMEOUT.toSeconds(), TimeUnit.SECONDS)
                            .join()
                            .facts()
                            .engine()
                            .durability())
                    .containsOnly("write-behind");
        }
    }

    @Test
    void aMemberWithoutADatabaseIsRefused() {
        HazelcastStoreOptions options = HazelcastStoreOptions.builder()
                .port(0)
                .durability(Durability.WRITE_BEHIND)
                .build();

        assertThatThrownBy(() -> HazelcastInstanceStore.start(options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("WriteBehind.start");
        assertThatThrownBy(() -> WriteBehind.start(options, farm(SOON).database(), Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("delay");
    }
}
