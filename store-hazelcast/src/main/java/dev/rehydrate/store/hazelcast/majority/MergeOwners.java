// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.majority;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.hazelcast.owner.OwnerTable;
import dev.rehydrate.store.hazelcast.stored.SlotData;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Brings the owners that a member of a protected farm knows into the cluster that it has joined. An owner that has expired in
 * one of the two tables has expired; an owner that was removed meanwhile and comes back has no heartbeats, and so expires
 * after its lease.
 */
public final class MergeOwners implements EntryProcessor<String, OwnerTable, Boolean>, SlotData {

    private static final long serialVersionUID = 1;

    private transient OwnerTable brought;

    public MergeOwners() {
        this(new OwnerTable());
    }

    public MergeOwners(OwnerTable brought) {
        this.brought = brought;
    }

    @Override
    public Boolean process(Map.Entry<String, OwnerTable> entry) {
        OwnerTable here = entry.getValue();
        Map<OwnerId, OwnerTable.Entry> owners = new HashMap<>(here == null ? Map.of() : here.owners());
        brought.owners().forEach((id, owner) -> owners.merge(id, owner, MergeOwners::dead));
        if (!owners.isEmpty()) {
            entry.setValue(new OwnerTable(owners));
        }
        return !owners.isEmpty();
    }

    private static OwnerTable.Entry dead(OwnerTable.Entry here, OwnerTable.Entry brought) {
        if (!brought.owner().isExpired() || here.owner().isExpired()) {
            return here;
        }
        OwnerRecord ended = brought.owner().isRetired()
                ? here.owner().asRetired()
                : here.owner().asExpired();
        return new OwnerTable.Entry(ended, here.member());
    }

    @Override
    public int getClassId() {
        return TypeIds.MERGE_OWNERS;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        brought.writeData(out);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        brought = new OwnerTable();
        brought.readData(in);
    }
}
