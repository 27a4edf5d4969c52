// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.partition;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.core.ReadOnly;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.store.hazelcast.bytes.SlotData;
import dev.rehydrate.store.hazelcast.bytes.SlotDataFactory;
import dev.rehydrate.store.hazelcast.slot.StoredSlot;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Asks the member that owns a slot for its time, in milliseconds; the slot itself does not matter. */
public final class TellTime
        implements EntryProcessor<UUID, StoredSlot, Long>, SlotData, HazelcastInstanceAware, ReadOnly {

    private static final long serialVersionUID = 1;

    private transient @Nullable HazelcastInstance member;

    @Override
    public Long process(Map.Entry<UUID, StoredSlot> entry) {
        return ClusterClock.of(member).instant().toEpochMilli();
    }

    @Override
    public @Nullable EntryProcessor<UUID, StoredSlot, Long> getBackupProcessor() {
        return null;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance instance) {
        member = instance;
    }

    @Override
    public int getClassId() {
        return SlotDataFactory.TELL_TIME;
    }

    @Override
    public void writeData(ObjectDataOutput out) {}

    @Override
    public void readData(ObjectDataInput in) {}
}
