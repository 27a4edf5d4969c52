// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.cache;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.ExtendedMapEntry;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.store.hazelcast.stored.SlotData;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Keeps a copy unless there is a later one: messages may overtake each other, and a backup judges by itself. */
public final class KeepLatest implements EntryProcessor<UUID, SlotCopy, SlotCopy>, SlotData {

    private static final long serialVersionUID = 1;

    private transient SlotCopy copy;
    private transient long millis;

    public KeepLatest() {
        this(new SlotCopy(), 0);
    }

    /**
     * Keeps a copy for a time.
     *
     * @param copy the copy
     * @param millis for how long it is of any use
     */
    public KeepLatest(SlotCopy copy, long millis) {
        this.copy = copy;
        this.millis = millis;
    }

    SlotCopy copy() {
        return copy;
    }

    @Override
    public @Nullable SlotCopy process(Map.Entry<UUID, SlotCopy> entry) {
        SlotCopy present = entry.getValue();
        if (present == null || copy.replaces(present)) {
            ((ExtendedMapEntry<UUID, SlotCopy>) entry).setValue(copy, millis, TimeUnit.MILLISECONDS);
        }
        return null;
    }

    @Override
    public int getClassId() {
        return TypeIds.KEEP_LATEST;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        copy.writeData(out);
        out.writeLong(millis);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        copy.readData(in);
        millis = in.readLong();
    }
}
