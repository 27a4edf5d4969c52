// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.slot;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.format.CopyFormat;
import dev.rehydrate.format.PackedSlot;
import dev.rehydrate.slot.Growth;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.store.hazelcast.heap.HeapGuard;
import dev.rehydrate.store.hazelcast.majority.TermOnBackup;
import dev.rehydrate.store.hazelcast.stored.MemberData;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Puts on a backup what the owner of the partition has made of a slot. The backup keeps the bytes that the owner has made: it
 * checks that they are those that were sent, and makes fields of them only if it has to decide on the slot one day (ADR 119).
 */
public final class PutSlot extends MemberData implements EntryProcessor<UUID, StoredSlot, StoredReply> {

    private static final long serialVersionUID = 1;

    private transient @Nullable Supplier<Slot> result;
    private transient long term;

    public PutSlot() {
        this(null, TermOnBackup.NONE);
    }

    public PutSlot(@Nullable Slot result, long term) {
        this.result = result == null ? null : () -> result;
        this.term = term;
    }

    @Override
    public @Nullable StoredReply process(Map.Entry<UUID, StoredSlot> entry) {
        TermOnBackup.require(member, term);
        if (result == null) {
            OpenSlots.keep(entry, null);
            return null;
        }
        PackedSlot copy = result instanceof PackedSlot sent ? sent : new PackedSlot(result.get());
        HeapGuard.kept(member, new Growth(entry.getValue() == null, copy.payload()));
        OpenSlots.keep(entry, new StoredSlot(copy));
        return null;
    }

    @Override
    public int getClassId() {
        return TypeIds.PUT_SLOT;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeBoolean(result != null);
        if (result != null) {
            CopyFormat.write(result.get(), out);
        }
        TermOnBackup.write(term, out);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        result = in.readBoolean() ? CopyFormat.read(in) : null;
        term = TermOnBackup.read(in);
    }
}
