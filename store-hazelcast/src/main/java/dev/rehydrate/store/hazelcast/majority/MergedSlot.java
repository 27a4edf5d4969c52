// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.majority;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.IOException;

/**
 * A slot that a member has brought into a cluster whose data is of an earlier term. It says of which term it is until it
 * changes, for a third part of the farm may bring a later one.
 */
public final class MergedSlot extends StoredSlot {

    private long term;

    public MergedSlot() {
        this(Slot.EMPTY, TermOnBackup.NONE);
    }

    public MergedSlot(Slot slot, long term) {
        super(slot);
        this.term = term;
    }

    long term() {
        return term;
    }

    @Override
    public int getClassId() {
        return TypeIds.MERGED_SLOT;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        TermOnBackup.write(term, out);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        term = TermOnBackup.read(in);
    }
}
