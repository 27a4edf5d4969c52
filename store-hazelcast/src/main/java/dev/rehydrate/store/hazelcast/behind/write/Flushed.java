// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind.write;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.store.hazelcast.stored.SlotData;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.IOException;
import java.util.BitSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a member has written of the slots that it owns, and why not all of them. */
public final class Flushed implements SlotData {

    private BitSet partitions;
    private @Nullable String left;

    /** Nothing. */
    public Flushed() {
        this(new BitSet(), null);
    }

    public Flushed(BitSet partitions, @Nullable String left) {
        this.partitions = partitions;
        this.left = left;
    }

    /** {@return the partitions of this member of which all is in the database that was changed before it was asked} */
    public BitSet partitions() {
        return partitions;
    }

    /** {@return why not all is written that this member had to write, or null if it is} */
    @Nullable
    public String left() {
        return left;
    }

    @Override
    public int getClassId() {
        return TypeIds.FLUSHED;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeLongArray(partitions.toLongArray());
        out.writeString(left);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        partitions = BitSet.valueOf(Objects.requireNonNull(in.readLongArray()));
        left = in.readString();
    }
}
