// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.slot;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.projection.Projection;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.store.hazelcast.stored.SlotData;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** What a query needs of an instance: its header and its promoted values; the payload stays where it is. */
public final class LightRecord implements Projection<Map.Entry<UUID, StoredSlot>, StoredSlot>, SlotData {

    private static final long serialVersionUID = 1;

    @Override
    public StoredSlot transform(Map.Entry<UUID, StoredSlot> entry) {
        Slot slot = entry.getValue().slot();
        InstanceRecord record = Objects.requireNonNull(slot.instance());
        Map<String, StoredValue> promoted = new HashMap<>(record.data());
        promoted.values().removeIf(value -> value.promoted() == null);
        InstanceRecord light = new InstanceRecord(record.header(), record.idleTtl(), Map.of(), promoted, Map.of());
        return new StoredSlot(new Slot(light, null, 0, CommandHistory.EMPTY, null, slot.changedAt()));
    }

    @Override
    public int getClassId() {
        return TypeIds.LIGHT_RECORD;
    }

    @Override
    public void writeData(ObjectDataOutput out) {}

    @Override
    public void readData(ObjectDataInput in) {}
}
