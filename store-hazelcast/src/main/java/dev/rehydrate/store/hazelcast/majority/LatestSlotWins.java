// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.majority;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.spi.merge.MergingEntry;
import com.hazelcast.spi.merge.MergingValue;
import com.hazelcast.spi.merge.SplitBrainMergePolicy;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.hazelcast.behind.MemberChanges;
import dev.rehydrate.store.hazelcast.directory.InstanceDirectory;
import dev.rehydrate.store.hazelcast.stored.Addresses;
import dev.rehydrate.store.hazelcast.stored.MemberData;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * After a split, of two slots the one that {@linkplain Slot#staysAgainst ended, was saved more often, or was changed last} stays. The rule of
 * the memory mode, which cannot know on which side of the split more was acknowledged; a protected farm has another one ({@link MergeSlot}).
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
            return merged(key, ours instanceof StoredSlot mine ? mine : null, slot);
        }
        return ours == null ? theirs : ours;
    }

    /** The engine stores what a merge returns, past all operations. */
    @SuppressWarnings("ReferenceEquality") // Whether a new slot was made.
    private StoredSlot merged(UUID key, @Nullable StoredSlot ours, StoredSlot theirs) {
        Slot mine = ours == null ? Slot.EMPTY : ours.slot();
        Slot other = theirs.slot();
        if (ours != null && mine.equals(other)) {
            merged(List.of());
            return ours;
        }
        StoredSlot stays = ours == null || other.staysAgainst(mine) ? theirs : ours;
        Slot kept = stays == theirs ? kept(key, other, mine) : kept(key, mine, other);
        InstanceDirectory.changed(member, key, mine, kept);
        merged(withBrought(key, stays == theirs ? kept : Slot.EMPTY, withoutClaim(kept, mine, other)));
        return kept == mine || kept == other ? stays : new StoredSlot(kept);
    }

    private Slot kept(UUID key, Slot stays, Slot goes) {
        return MemberChanges.merging(member, key, stays.withHoldsOf(goes), goes);
    }

    /** An instance whose claim on this key is gone may still list the key: its record is in another slot, and can be that of another side. */
    private static List<UUID> withoutClaim(Slot kept, Slot mine, Slot other) {
        return Stream.of(mine, other)
                .map(Slot::claim)
                .filter(claim -> claim != null && !claim.equals(kept.claim()))
                .map(claim -> Addresses.key(SlotAddress.of(claim.instance())))
                .toList();
    }

    /** The engine can give a merge up after it has brought an instance, and before it has brought the claims on its keys. */
    private static List<UUID> withBrought(UUID key, Slot brought, List<UUID> withoutClaim) {
        return brought.furtherKeys().isEmpty()
                ? withoutClaim
                : Stream.concat(withoutClaim.stream(), Stream.of(key)).toList();
    }

    private void merged(List<UUID> withoutClaim) {
        MergedInstances.of(Objects.requireNonNull(member)).merged(withoutClaim);
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
