// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.partition;

import com.hazelcast.core.ReadOnly;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.store.hazelcast.stored.MemberData;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Asks the member that owns a slot for its time, in milliseconds; the slot itself does not matter. */
public final class TellTime extends MemberData implements EntryProcessor<UUID, StoredSlot, Long>, ReadOnly {

    private static final long serialVersionUID = 1;

    @Override
    public Long process(Map.Entry<UUID, StoredSlot> entry) {
        return ClusterClock.of(member).instant().toEpochMilli();
    }

    @Override
    public @Nullable EntryProcessor<UUID, StoredSlot, Long> getBackupProcessor() {
        return null;
    }

    @Override
    public int getClassId() {
        return TypeIds.TELL_TIME;
    }

    @Override
    public void writeData(ObjectDataOutput out) {}

    @Override
    public void readData(ObjectDataInput in) {}
}
