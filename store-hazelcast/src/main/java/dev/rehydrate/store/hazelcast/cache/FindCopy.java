// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.cache;

import com.hazelcast.core.ReadOnly;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.store.hazelcast.stored.SlotData;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Asks the member that owns a copy for it. */
public final class FindCopy implements EntryProcessor<UUID, SlotCopy, SlotCopy>, ReadOnly, SlotData {

    private static final long serialVersionUID = 1;

    @Override
    public @Nullable SlotCopy process(Map.Entry<UUID, SlotCopy> entry) {
        return entry.getValue();
    }

    @Override
    public @Nullable EntryProcessor<UUID, SlotCopy, SlotCopy> getBackupProcessor() {
        return null;
    }

    @Override
    public int getClassId() {
        return TypeIds.FIND_COPY;
    }

    @Override
    public void writeData(ObjectDataOutput out) {}

    @Override
    public void readData(ObjectDataInput in) {}
}
