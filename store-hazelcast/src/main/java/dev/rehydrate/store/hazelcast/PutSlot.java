// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.store.hazelcast.wire.SlotFormat;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Puts on a backup what the owner of the partition has made of a slot. */
final class PutSlot implements EntryProcessor<UUID, StoredSlot, StoredReply>, SlotData {

    private static final long serialVersionUID = 1;

    private transient @Nullable Slot result;

    PutSlot() {
        this(null);
    }

    PutSlot(@Nullable Slot result) {
        this.result = result;
    }

    @Override
    public @Nullable StoredReply process(Map.Entry<UUID, StoredSlot> entry) {
        OpenSlots.put(entry, result);
        return null;
    }

    @Override
    public int getClassId() {
        return SlotDataFactory.PUT_SLOT;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeBoolean(result != null);
        if (result != null) {
            SlotFormat.write(result, out);
        }
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        result = in.readBoolean() ? SlotFormat.read(in) : null;
    }
}
