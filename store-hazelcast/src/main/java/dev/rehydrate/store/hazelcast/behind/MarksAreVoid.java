// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.spi.merge.MergingEntry;
import com.hazelcast.spi.merge.MergingValue;
import com.hazelcast.spi.merge.SplitBrainMergePolicy;
import dev.rehydrate.store.hazelcast.stored.MemberData;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * After a split no mark says anything: the other side has written the same database, and has also removed rows, of which none of its
 * slots tells. So all slots of each partition are compared with their rows. They count, also where a row that the other side has left is later.
 */
public final class MarksAreVoid extends MemberData
        implements SplitBrainMergePolicy<Object, MergingValue<Object>, Object> {

    @Override
    public Object merge(MergingValue<Object> merging, @Nullable MergingValue<Object> existing) {
        Instant mergedAt = merging instanceof MergingEntry<?, ?> entry && entry.getKey() instanceof UUID key
                ? MemberChanges.compareAll(member, key)
                : Instant.EPOCH;
        return MarksInPartitions.merged(mergedAt);
    }

    @Override
    public int getClassId() {
        return TypeIds.MARKS_ARE_VOID;
    }

    @Override
    public void writeData(ObjectDataOutput out) {}

    @Override
    public void readData(ObjectDataInput in) {}
}
