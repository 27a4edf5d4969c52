// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import com.hazelcast.map.IMap;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.instance.OwnerId;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The table of owners, as the cluster keeps it. */
final class ClusterOwners {

    private static final String ALL = "owners";

    private final AsyncCalls calls;
    private final IMap<String, OwnerTable> tables;
    private final Supplier<UUID> self;

    /**
     * Opens the table.
     *
     * @param tables the map in which it is
     * @param self names the member or client in which the owners of this process live; a member that comes back from a
     *     partition goes by another id than before
     */
    ClusterOwners(AsyncCalls calls, IMap<String, OwnerTable> tables, Supplier<UUID> self) {
        this.calls = calls;
        this.tables = tables;
        this.self = self;
    }

    CompletionStage<Void> add(OwnerRecord owner) {
        return change(ChangeOwners.add(new OwnerTable.Entry(owner, self.get()))).thenApply(changed -> null);
    }

    CompletionStage<Boolean> beat(OwnerId owner, long beat) {
        return change(ChangeOwners.beat(owner, beat)).thenApply(changed -> changed > 0);
    }

    CompletionStage<Void> bury(OwnerId owner) {
        return change(ChangeOwners.bury(owner)).thenApply(changed -> null);
    }

    CompletionStage<Void> remove(OwnerId owner) {
        return change(ChangeOwners.remove(owner)).thenApply(changed -> null);
    }

    CompletionStage<Integer> buryAllOf(UUID member) {
        return change(ChangeOwners.buryAllOf(member));
    }

    CompletionStage<Map<OwnerId, OwnerRecord>> all() {
        return calls.send(() -> tables.getAsync(ALL), ClusterOwners::records, "owners", false);
    }

    private CompletionStage<Integer> change(ChangeOwners change) {
        return calls.send(() -> tables.submitToKey(ALL, change), changed -> changed, "owners", true);
    }

    private static Map<OwnerId, OwnerRecord> records(OwnerTable table) {
        Map<OwnerId, OwnerRecord> records = new HashMap<>();
        if (table != null) {
            table.owners().forEach((id, entry) -> records.put(id, entry.owner()));
        }
        return records;
    }
}
