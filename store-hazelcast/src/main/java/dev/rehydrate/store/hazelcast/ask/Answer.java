// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.store.hazelcast.partition.LostShare;
import dev.rehydrate.store.hazelcast.stored.SlotData;
import dev.rehydrate.store.hazelcast.stored.SlotMark;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a member has found in the partitions that it answers for. */
public class Answer implements SlotData {

    private BitSet partitions;
    private List<UUID> slots;
    private List<StoredSlot> rows;
    private long total;
    private @Nullable Instant moment;
    private LostShare lost = LostShare.NONE;

    /** For no partition at all. */
    public Answer() {
        this(new BitSet(), List.of(), List.of(), 0, null);
    }

    private Answer(BitSet partitions, List<UUID> slots, List<StoredSlot> rows, long total, @Nullable Instant moment) {
        this.partitions = partitions;
        this.slots = slots;
        this.rows = rows;
        this.total = total;
        this.moment = moment;
    }

    static Answer slots(List<UUID> found) {
        return new Answer(new BitSet(), found, List.of(), 0, null);
    }

    static Answer page(List<StoredSlot> rows, long total) {
        return new Answer(new BitSet(), List.of(), rows, total, null);
    }

    /** An instance as an entry of a page, in the form in which slots travel. */
    static StoredSlot row(InstanceRecord listed) {
        Slot row = new Slot(
                listed, null, 0, CommandHistory.EMPTY, null, listed.header().updatedAt(), null);
        return StoredSlot.open(row);
    }

    static Answer moment(@Nullable Instant found) {
        return new Answer(new BitSet(), List.of(), List.of(), 0, found);
    }

    /** {@return the same, from partitions of which so many have lost what was in them} */
    Answer lacking(LostShare share) {
        Answer same = new Answer(partitions, slots, rows, total, moment);
        same.lost = share;
        return same;
    }

    Answer of(BitSet answered) {
        return new Answer(answered, slots, rows, total, moment).lacking(lost);
    }

    /** Says for which partitions this is the whole answer. */
    final void answersFor(BitSet answered) {
        partitions = answered;
    }

    /** {@return the partitions for which this is the whole answer} */
    BitSet partitions() {
        return partitions;
    }

    List<UUID> slots() {
        return slots;
    }

    /** {@return instances with what the query lists of them, in its order} */
    List<StoredSlot> rows() {
        return rows;
    }

    long total() {
        return total;
    }

    @Nullable
    Instant moment() {
        return moment;
    }

    /** {@return in how many of the partitions instances may be missing from a page} */
    LostShare lost() {
        return lost;
    }

    @Override
    public int getClassId() {
        return TypeIds.ANSWER;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeLongArray(partitions.toLongArray());
        out.writeInt(slots.size());
        for (UUID slot : slots) {
            out.writeLong(slot.getMostSignificantBits());
            out.writeLong(slot.getLeastSignificantBits());
        }
        out.writeInt(rows.size());
        for (StoredSlot row : rows) {
            row.writeData(out);
        }
        out.writeLong(total);
        out.writeBoolean(moment != null);
        if (moment != null) {
            SlotMark.writeInstant(moment, out);
        }
        lost.writeData(out);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        partitions = BitSet.valueOf(Objects.requireNonNull(in.readLongArray()));
        slots = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            slots.add(new UUID(in.readLong(), in.readLong()));
        }
        rows = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            StoredSlot row = new StoredSlot();
            row.readData(in);
            rows.add(row);
        }
        total = in.readLong();
        moment = in.readBoolean() ? SlotMark.readInstant(in) : null;
        lost = LostShare.readData(in);
    }
}
