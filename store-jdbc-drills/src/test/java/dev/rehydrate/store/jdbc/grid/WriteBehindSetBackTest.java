// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
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
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The database of a farm becomes as it was some time before, as by a failover to a standby that lacks the last commits, or by a restore. The farm has
 * in memory what the database has lost.
 */
final class WriteBehindSetBackTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final Duration NEVER = Duration.ofHours(1);
    private static final List<String> TABLES = List.of("slot", "slot_value", "promoted", "owner");

    private final HikariDataSource database = Pools.of(Pools.newFile(), "");
    private final BehindFarm farm = new BehindFarm(database, NEVER);
    private final BehindFarm next = new BehindFarm(database, NEVER);

    @AfterEach
    void close() {
        farm.close();
        next.close();
        database.close();
    }

    private void execute(String sql) {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failure) {
            throw new IllegalStateException(sql, failure);
        }
    }

    private void backUp() {
        TABLES.forEach(table -> execute("create table copy_of_" + table + " as select * from rehydrate." + table));
    }

    private void restore() {
        TABLES.forEach(table -> {
            execute("delete from rehydrate." + table);
            execute("insert into rehydrate." + table + " select * from copy_of_" + table);
        });
    }

    private static OwnerId owner(InstanceStore store) {
        return store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), TIMEOUT);
    }

    private static void create(InstanceStore store, OwnerId owner, InstanceId id, AfterSave after) {
        store.execute(
                        store.createHandle(owner, id),
                        CreateInstance.of(InstanceChanges.data(Map.of("n", 1)), after),
                        TIMEOUT)
                .receiptOrThrow();
    }

    private static SaveInstance change(int number, KeyChanges<InstanceValue> keys) {
        InstanceChanges<InstanceValue> changes = InstanceChanges.builder()
                .replaceData(Map.of("n", InstanceValue.of(number)))
                .keys(keys)
                .build();
        return new SaveInstance(CommandId.random(), changes, Expected.any(), AfterSave.RELEASE);
    }

    private static void save(InstanceStore store, OwnerId owner, InstanceId id, SaveInstance save) {
        store.execute(store.createHandle(owner, id), save, TIMEOUT).receiptOrThrow();
    }

    private static int number(InstanceStore store, OwnerId owner, InstanceId id) {
        return store.execute(store.createHandle(owner, id), LoadInstance.of(LoadMode.peek()), TIMEOUT)
                .snapshotOrThrow()
                .data()
                .get("n", Integer.class);
    }

    private static Optional<InstanceId> led(InstanceStore store, OwnerId owner, InstanceKey key) {
        LoadOutcome found =
                store.execute(store.createHandle(owner), LoadInstanceByKey.of(key, LoadMode.authoritative()), TIMEOUT);
        return found.loaded().map(InstanceSnapshot::id);
    }

    @ParameterizedTest(name = "with a change meanwhile: {0}")
    @ValueSource(booleans = {false, true})
    void whatTheDatabaseHasLostIsWrittenAgain(boolean changesMeanwhile) {
        HazelcastInstanceStore store = farm.start();
        OwnerId owner = owner(store);
        InstanceId saved = InstanceId.random();
        InstanceId completed = InstanceId.random();
        InstanceId created = InstanceId.random();
        InstanceId held = InstanceId.random();
        InstanceKey moved = InstanceKey.random();
        InstanceKey released = InstanceKey.random();
        create(store, owner, saved, AfterSave.RELEASE);
        create(store, owner, completed, AfterSave.RELEASE);
        save(store, owner, completed, change(2, KeyChanges.associating(moved)));
        save(store, owner, saved, change(2, KeyChanges.associating(released)));
        store.flush(TIMEOUT);
        backUp();
        save(store, owner, completed, change(3, KeyChanges.releasing(moved)));
        save(store, owner, saved, change(3, KeyChanges.releasing(released)));
        SaveInstance repeated = change(4, KeyChanges.associating(moved));
        save(store, owner, saved, repeated);
        store.execute(store.createHandle(owner, completed), CompleteInstance.now(), TIMEOUT)
                .receiptOrThrow();
        create(store, owner, created, AfterSave.RELEASE);
        create(store, owner, held, AfterSave.KEEP);
        store.flush(TIMEOUT);

        restore();
        if (changesMeanwhile) {
            create(store, owner, InstanceId.random(), AfterSave.RELEASE);
        }
        store.flush(TIMEOUT);

        assertThat(farm.rows()).containsAllEntriesOf(farm.slots());
        farm.kill();
        HazelcastInstanceStore again = next.start();
        OwnerId other = owner(again);
        save(again, other, saved, repeated);
        assertThat(number(again, other, saved)).isEqualTo(4);
        assertThat(number(again, other, created)).isEqualTo(1);
        assertThat(led(again, other, moved)).contains(saved);
        assertThat(led(again, other, released)).isEmpty();
        assertThat(again.execute(again.createHandle(other, completed), LoadInstance.of(LoadMode.peek()), TIMEOUT)
                        .loaded())
                .isEmpty();
    }

    /** Nothing is left to write, so that a write alone would not notice it; and no member has looked for a while. */
    @Test
    void anOrderlyStopWritesAgainWhatTheDatabaseHasLost() {
        HazelcastInstanceStore store = farm.start();
        OwnerId owner = owner(store);
        List<InstanceId> created = Stream.generate(InstanceId::random).limit(20).toList();
        backUp();
        created.forEach(id -> create(store, owner, id, AfterSave.RELEASE));
        store.flush(TIMEOUT);
        Map<SlotAddress, Slot> all = farm.slots();

        restore();
        farm.close();

        assertThat(next.rows()).isEqualTo(all);
        HazelcastInstanceStore again = next.start();
        OwnerId other = owner(again);
        assertThat(created).allMatch(id -> number(again, other, id) == 1);
    }

    /** Each member writes its own share, and none of them is asked to. */
    @Test
    void membersThatHaveNothingToWriteNoticeIt() {
        BehindFarm quick = new BehindFarm(database, Duration.ofMillis(100));
        try (quick) {
            HazelcastInstanceStore store = quick.start();
            quick.start();
            quick.awaitShares();
            OwnerId owner = owner(store);
            backUp();
            for (int i = 0; i < 50; i++) {
                create(store, owner, InstanceId.random(), AfterSave.RELEASE);
            }
            store.flush(TIMEOUT);

            restore();

            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(quick.rows()).isEqualTo(quick.slots()));
        }
    }

    /** The member that has written it last knows it as the latest one, and it is not in its partitions any more. */
    @Test
    void aRowThatAnotherMemberHasRemovedIsNotLost() {
        HazelcastInstanceStore store = farm.start();
        HazelcastInstance first = farm.eldest();
        OwnerId owner = owner(store);
        InstanceId id = InstanceId.random();
        List<InstanceKey> keys = new ArrayList<>();
        create(store, owner, id, AfterSave.RELEASE);
        UUID latest = writeRowOfKey(store, owner, id, keys);
        HazelcastInstanceStore second = startSecond();
        // Every other partition moves to a second member.
        while (first.getPartitionService().getPartition(latest).getOwner().localMember()) {
            second.close();
            farm.awaitShares();
            latest = writeRowOfKey(store, owner, id, keys);
            second = startSecond();
        }

        keys.forEach(key -> save(store, owner, id, change(3, KeyChanges.releasing(key))));
        store.flush(TIMEOUT);
        store.flush(TIMEOUT);

        assertThat(farm.rows()).isEqualTo(farm.slots());
        assertThat(first.<UUID, Long>getMap(MapNames.WRITTEN).values())
                .as("marks; those that were taken back are 0")
                .isNotEmpty()
                .doesNotContain(0L);
    }

    private HazelcastInstanceStore startSecond() {
        HazelcastInstanceStore second = farm.start();
        farm.awaitShares();
        return second;
    }

    /** Associates keys until the row that was written last is that of a key, and not that of the instance. */
    private UUID writeRowOfKey(HazelcastInstanceStore store, OwnerId owner, InstanceId id, List<InstanceKey> keys) {
        UUID latest;
        do {
            InstanceKey key = InstanceKey.random();
            keys.add(key);
            save(store, owner, id, change(2, KeyChanges.associating(key)));
            store.flush(TIMEOUT);
            latest = latestRow();
        } while (latest.equals(new UUID(id.high(), id.low())));
        return latest;
    }

    private UUID latestRow() {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "select address from rehydrate.slot order by version desc fetch first row only")) {
            rows.next();
            return rows.getObject(1, UUID.class);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
