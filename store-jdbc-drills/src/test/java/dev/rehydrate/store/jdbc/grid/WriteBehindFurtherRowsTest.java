// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.map.IMap;
import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.SweepSlot;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreCommands;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.slot.DecideInSlot;
import dev.rehydrate.store.hazelcast.stored.Addresses;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Rows of another part of a farm, which got further with them than the part that stays, and does not have them any more: what the part
 * that stays acknowledges from then on has to be in the database, or a flush has to say that it is not.
 */
final class WriteBehindFurtherRowsTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(40);
    private static final Duration SHORT = Duration.ofSeconds(3);
    private static final Duration NEVER = Duration.ofDays(1);
    private static final int SOME = 20;

    private final HikariDataSource database = Pools.of(Pools.newFile(), "");
    private final BehindFarm larger = new BehindFarm(database, NEVER);
    private final BehindFarm smaller = larger.apart();
    private final ManualTime time = ManualTime.startingAt(TimeSource.system().instant());
    private final StoreOptions options = StoreOptions.defaults().withTime(time);
    private final List<InstanceId> ids =
            Stream.generate(InstanceId::random).limit(SOME).toList();

    @AfterEach
    void close() {
        larger.close();
        smaller.close();
        database.close();
    }

    private static StoreCommands commands(InstanceStore store) {
        return store.commands().withTimeout(TIMEOUT);
    }

    private void save(InstanceStore store, String text) {
        ids.forEach(id -> commands(store)
                .execute(id, SaveInstance.of(InstanceChanges.data(Map.of("text", text)), AfterSave.RELEASE))
                .receiptOrThrow());
    }

    private static String textOf(InstanceStore store, InstanceId id) {
        return commands(store)
                .execute(id, LoadInstance.of(LoadMode.peek()))
                .snapshotOrThrow()
                .data()
                .get("text", String.class);
    }

    private void fill() {
        try (BehindFarm before = new BehindFarm(database, NEVER)) {
            HazelcastInstanceStore store = before.start(options);
            ids.forEach(id -> commands(store)
                    .execute(id, CreateInstance.of(InstanceChanges.data(Map.of("text", "first")), AfterSave.RELEASE))
                    .receiptOrThrow());
        }
    }

    private HazelcastInstanceStore startLarger() {
        HazelcastInstanceStore store = larger.start(options);
        larger.start(options);
        larger.awaitShares();
        return store;
    }

    private void requireStored(HazelcastInstanceStore store, String text) {
        store.flush(TIMEOUT);
        assertThat(larger.rows()).isEqualTo(larger.slots());
        larger.kill();
        HazelcastInstanceStore again = larger.start(options);
        assertThat(ids).allSatisfy(id -> assertThat(textOf(again, id)).isEqualTo(text));
    }

    /** For the part that is given up they had ended, and it has forgotten them; that their rows go was still to be written. */
    @Test
    void whatGoesOnAfterAMergeIsStoredThoughItHadEndedOnTheOtherSide() {
        fill();
        HazelcastInstanceStore stays = startLarger();
        HazelcastInstanceStore goes = smaller.start(options);
        ids.forEach(id -> commands(goes)
                .execute(id, CompleteInstance.by(CompletionAction.DELETE))
                .receiptOrThrow());
        goes.flush(TIMEOUT);
        time.advance(options.memoryRetention());
        IMap<UUID, StoredSlot> slots = smaller.running().stream()
                .filter(member -> member.getCluster().getMembers().size() == 1)
                .findFirst()
                .orElseThrow()
                .getMap(MapNames.SLOTS);
        SweepSlot sweep = new SweepSlot(Set.of(), options.memoryRetention());
        ids.forEach(id -> slots.executeOnKey(Addresses.key(SlotAddress.of(id)), new DecideInSlot(sweep)));
        assertThat(slots.isEmpty()).isTrue();

        larger.merge(smaller);
        time.advance(Duration.ofSeconds(1));
        save(stays, "later");

        requireStored(stays, "later");
    }

    /** A member that was cut off, and had gone on, is restarted by hand: nothing is merged. */
    @Test
    void whatGoesOnAfterTheOtherSideHasEndedIsStoredOrToldNotToBe() {
        fill();
        HazelcastInstanceStore stays = startLarger();
        try (BehindFarm cutOff = larger.apart()) {
            HazelcastInstanceStore ends = cutOff.start(options);
            for (int i = 0; i < 3; i++) {
                save(ends, "cut off");
            }
        }
        time.advance(Duration.ofSeconds(10));
        save(stays, "one");

        CompletableFuture<Void> flush = CompletableFuture.runAsync(() -> stays.flush(SHORT));
        Awaitility.await()
                .atMost(TIMEOUT)
                .until(() -> stays.health().join().reasons().stream().anyMatch(reason -> reason.contains("further")));
        time.advance(SHORT);
        assertThat(flush).failsWithin(TIMEOUT);

        save(stays, "two");
        save(stays, "three");
        save(stays, "four");
        requireStored(stays, "four");
    }
}
