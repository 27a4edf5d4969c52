// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.majority;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.spi.merge.MergingEntry;
import com.hazelcast.spi.merge.MergingValue;
import com.hazelcast.spi.merge.SplitBrainMergePolicy;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.store.hazelcast.behind.MemberChanges;
import dev.rehydrate.store.hazelcast.directory.InstanceDirectory;
import dev.rehydrate.store.hazelcast.stored.MemberData;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * After a split, of two slots the one that got further stays: by life first, fencing token second, revision third. What
 * has ended counts as the end of its life, so that nothing that was completed comes back. The rule of the plain mode, which
 * cannot know on which side of the split more was acknowledged; a protected farm has another one ({@link MergeSlot}).
 */
public final class LatestSlotWins extends MemberData
        implements SplitBrainMergePolicy<Object, MergingValue<Object>, Object> {

    @Override
    public @Nullable Object merge(MergingValue<Object> merging, @Nullable MergingValue<Object> existing) {
        Object theirs = merging.getDeserializedValue();
        Object ours = existing == null ? null : existing.getDeserializedValue();
        if (theirs instanceof StoredSlot slot
                && merging instanceof MergingEntry<?, ?> entry
                && entry.getKey() instanceof UUID key) {
            return ours instanceof StoredSlot mine
                    ? merged(key, mine, slot)
                    : stored(key, slot.slot(), Slot.EMPTY, Slot.EMPTY);
        }
        return ours == null ? theirs : ours;
    }

    private StoredSlot merged(UUID key, StoredSlot ours, StoredSlot theirs) {
        Slot mine = ours.slot();
        Slot other = theirs.slot();
        if (mine.equals(other)) {
            return ours;
        }
        return other.isFurtherThan(mine) ? stored(key, other, mine, mine) : stored(key, mine, other, mine);
    }

    /** The engine stores what a merge returns, past all operations. */
    private StoredSlot stored(UUID key, Slot stays, Slot goes, Slot before) {
        Slot kept = MemberChanges.merging(member, key, stays, goes);
        InstanceDirectory.changed(member, key, before, kept);
        return new StoredSlot(kept);
    }

    @Override
    public int getClassId() {
        return TypeIds.MERGE_POLICY;
    }

    @Override
    public void writeData(ObjectDataOutput out) {}

    @Override
    public void readData(ObjectDataInput in) {}
}
