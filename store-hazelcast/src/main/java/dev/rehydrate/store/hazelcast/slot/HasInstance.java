// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.slot;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.query.Predicate;
import dev.rehydrate.store.hazelcast.stored.SlotData;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.util.Map;
import java.util.UUID;

/** Slots in which an instance lives. */
public final class HasInstance implements Predicate<UUID, StoredSlot>, SlotData {

    private static final long serialVersionUID = 1;

    @Override
    public boolean apply(Map.Entry<UUID, StoredSlot> entry) {
        return StoredSlot.knownIn(entry).instance() != null;
    }

    @Override
    public int getClassId() {
        return TypeIds.HAS_INSTANCE;
    }

    @Override
    public void writeData(ObjectDataOutput out) {}

    @Override
    public void readData(ObjectDataInput in) {}
}
