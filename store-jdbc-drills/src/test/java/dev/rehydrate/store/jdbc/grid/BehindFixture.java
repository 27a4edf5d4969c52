// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.BehindMember;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.partition.ClusterClock;
import dev.rehydrate.store.hazelcast.stored.Addresses;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.tck.SteppingFixture;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;

/** Stores on a member that writes behind. After each case, the database has what the member has. */
final class BehindFixture extends SteppingFixture {

    private static final List<String> TABLES = List.of("slot", "slot_value", "promoted");

    private final BehindMember behind;
    private final HazelcastInstance member;
    private final DataSource database;

    BehindFixture(BehindMember behind, DataSource database) {
        super(Instant.parse("2026-01-01T00:00:00Z"));
        this.behind = behind;
        this.member = behind.hazelcast();
        this.database = database;
        member.getUserContext().put(ClusterClock.CONTEXT_KEY, new ClusterClock(time()));
    }

    @Override
    protected InstanceStore openStore(StoreOptions options) {
        return HazelcastInstanceStore.open(member, options);
    }

    @Override
    public void close() {
        behind.flush();
        assertThat(rows()).as("what is in the database").isEqualTo(slots());
        member.getMap(MapNames.SLOTS).clear();
        member.getMap(MapNames.OWNERS).clear();
        member.getMap(MapNames.SWEEPERS).clear();
        TABLES.forEach(table -> execute("delete from rehydrate." + table));
    }

    private Map<SlotAddress, Slot> slots() {
        Map<SlotAddress, Slot> slots = new HashMap<>();
        member.<UUID, StoredSlot>getMap(MapNames.SLOTS)
                .forEach((key, stored) -> slots.put(Addresses.of(key), stored.slot()));
        return slots;
    }

    private Map<SlotAddress, Slot> rows() {
        Map<SlotAddress, Slot> rows = new HashMap<>();
        behind.replica()
                .read(behind.replica().addresses(null, Integer.MAX_VALUE))
                .forEach((at, row) -> rows.put(at, row.slot()));
        return rows;
    }

    private void execute(String sql) {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failure) {
            throw new IllegalStateException(sql, failure);
        }
    }
}
