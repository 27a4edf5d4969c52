// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.majority;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.spi.merge.MergingEntry;
import com.hazelcast.spi.merge.MergingValue;
import com.hazelcast.spi.merge.SplitBrainMergePolicy;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.Tombstone;
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
        boolean theirsStays = (ours instanceof StoredSlot mine && theirs instanceof StoredSlot other)
                ? isFurther(other.slot(), mine.slot())
                : ours == null;
        if (theirsStays) {
            note(merging, ours, theirs);
        }
        return theirsStays ? theirs : ours;
    }

    /** The engine stores what this returns, past all operations. */
    private void note(MergingValue<Object> merging, @Nullable Object ours, @Nullable Object theirs) {
        if (theirs instanceof StoredSlot slot
                && merging instanceof MergingEntry<?, ?> entry
                && entry.getKey() instanceof UUID key) {
            Slot before = ours instanceof StoredSlot mine ? mine.slot() : Slot.EMPTY;
            InstanceDirectory.changed(member, key, before, slot.slot());
        }
    }

    static boolean isFurther(Slot theirs, Slot ours) {
        Progress their = Progress.of(theirs);
        Progress our = Progress.of(ours);
        int order = Long.compare(their.life(), our.life());
        order = order != 0 ? order : Boolean.compare(their.ended(), our.ended());
        order = order != 0 ? order : Long.compare(their.token(), our.token());
        return order != 0 ? order > 0 : their.revision() > our.revision();
    }

    private record Progress(long life, boolean ended, long token, long revision) {

        static Progress of(Slot slot) {
            InstanceRecord record = slot.instance();
            Tombstone tombstone = slot.tombstone();
            if (record != null) {
                return of(
                        record.header().revision(), record.header().token(), record.state() == InstanceState.COMPLETED);
            }
            return tombstone == null
                    ? new Progress(-1, false, 0, 0)
                    : of(tombstone.revision(), tombstone.token(), true);
        }

        private static Progress of(Revision revision, FencingToken token, boolean ended) {
            return new Progress(revision.incarnation(), ended, token.value(), revision.number());
        }
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
