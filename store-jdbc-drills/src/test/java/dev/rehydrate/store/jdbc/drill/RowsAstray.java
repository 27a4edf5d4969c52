// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.hazelcast.stored.Addresses;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import dev.rehydrate.store.jdbc.SlotReplica;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Rows of the database that are not as the slots of a farm that was flushed and is at rest. A start raises tokens and epochs and does not write that. A row
 * that had still to be removed by a member that was killed can stay, but none of an instance that has not ended.
 */
final class RowsAstray {

    private static final int PAGE = 1_000;

    private RowsAstray() {}

    static List<String> of(HazelcastInstance member, JdbcStoreOptions database) {
        Map<SlotAddress, Slot> rows = rows(database);
        List<String> astray = new ArrayList<>();
        member.<UUID, StoredSlot>getMap(MapNames.SLOTS).forEach((key, stored) -> {
            SlotAddress at = Addresses.of(key);
            Slot row = rows.remove(at);
            if (!words(stored.slot()).equals(row == null ? "no row" : words(row))) {
                astray.add(at + ": " + words(stored.slot()) + " is stored as " + (row == null ? "no row" : words(row)));
            }
        });
        rows.forEach((at, row) -> {
            if (row.instance() != null) {
                astray.add(at + ": nothing is stored as " + words(row));
            }
        });
        return astray;
    }

    private static Map<SlotAddress, Slot> rows(JdbcStoreOptions database) {
        Map<SlotAddress, Slot> rows = new HashMap<>();
        try (SlotReplica replica = SlotReplica.open(database)) {
            List<SlotAddress> page = replica.addresses(null, PAGE);
            while (!page.isEmpty()) {
                replica.read(page).forEach((at, row) -> rows.put(at, row.slot()));
                page = replica.addresses(page.get(page.size() - 1), PAGE);
            }
        }
        return rows;
    }

    private static String words(Slot slot) {
        InstanceRecord record = slot.instance();
        String instance = record == null
                ? "no instance"
                : record.header().state() + " " + record.header().revision() + " due "
                        + record.header().dueAt()
                        + " expires " + record.header().expiresAt() + " "
                        + record.header().suspension() + " keys "
                        + record.keys().keySet();
        String claim = Optional.ofNullable(slot.claim())
                .map(present -> " claimed by " + present.instance())
                .orElse("");
        return instance + claim;
    }
}
