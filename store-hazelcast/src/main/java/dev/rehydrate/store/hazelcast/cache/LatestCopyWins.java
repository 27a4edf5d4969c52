// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.cache;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.spi.merge.MergingValue;
import com.hazelcast.spi.merge.SplitBrainMergePolicy;
import dev.rehydrate.store.hazelcast.stored.SlotData;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import org.jspecify.annotations.Nullable;

/** After a split the latest copy stays: the database, which gives the versions, was not split. */
public final class LatestCopyWins implements SplitBrainMergePolicy<Object, MergingValue<Object>, Object>, SlotData {

    @Override
    public @Nullable Object merge(MergingValue<Object> merging, @Nullable MergingValue<Object> existing) {
        Object theirs = merging.getDeserializedValue();
        Object ours = existing == null ? null : existing.getDeserializedValue();
        boolean theirsStays = ours == null
                || (ours instanceof SlotCopy mine && theirs instanceof SlotCopy other && other.replaces(mine));
        return theirsStays ? theirs : ours;
    }

    @Override
    public int getClassId() {
        return TypeIds.LATEST_COPY_WINS;
    }

    @Override
    public void writeData(ObjectDataOutput out) {}

    @Override
    public void readData(ObjectDataInput in) {}
}
