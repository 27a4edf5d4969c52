// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.slot;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.format.CopyFormat;
import dev.rehydrate.slot.Growth;
import dev.rehydrate.store.hazelcast.heap.HeapGuard;
import dev.rehydrate.store.hazelcast.majority.TermOnBackup;
import dev.rehydrate.store.hazelcast.stored.MemberData;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Puts on a backup what the owner of the partition has made of a slot. The backup keeps the bytes that the owner has made: it
 * checks that they are those that were sent, and makes fields of them only if it has to decide on the slot one day (ADR 119).
 */
public final class PutSlot extends MemberData implements EntryProcessor<UUID, StoredSlot, Object> {

    private static final long serialVersionUID = 1;

    private transient @Nullable StoredSlot result;
    private transient long term;

    public PutSlot() {
        this(null, TermOnBackup.NONE);
    }

    public PutSlot(@Nullable StoredSlot result, long term) {
        this.result = result;
        this.term = term;
    }

    @Override
    public @Nullable Object process(Map.Entry<UUID, StoredSlot> entry) {
        TermOnBackup.require(member, term);
        if (result != null) {
            StoredSlot before = entry.getValue();
            HeapGuard.kept(member, new Growth(before == null, result.payload(), before == null ? 0 : before.payload()));
        }
        entry.setValue(result);
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
            result.writeCopy(out);
        }
        TermOnBackup.write(term, out);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        result = in.readBoolean() ? new StoredSlot(CopyFormat.read(in)) : null;
        term = TermOnBackup.read(in);
    }
}
