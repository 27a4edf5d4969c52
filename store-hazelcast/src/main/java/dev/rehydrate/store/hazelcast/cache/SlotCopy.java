// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.cache;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.format.SlotFormat;
import dev.rehydrate.format.WireFormatException;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.store.hazelcast.stored.SlotData;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A slot as it was in one version of its row, or that this version is over. Never changed once it is made. */
public final class SlotCopy implements SlotData {

    private long version;
    private long askedAt;
    private byte @Nullable [] slot;

    public SlotCopy() {
        this(0, 0, null);
    }

    private SlotCopy(long version, long askedAt, byte @Nullable [] slot) {
        this.version = version;
        this.askedAt = askedAt;
        this.slot = slot;
    }

    /**
     * Makes a copy of a slot.
     *
     * @param version the version of the row
     * @param askedAt when the database was asked, in milliseconds of the farm's time
     * @param slot what was in the row
     * @throws IOException if the slot cannot be written
     */
    public static SlotCopy of(long version, long askedAt, Slot slot) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        SlotFormat.write(slot, new DataOutputStream(bytes));
        return new SlotCopy(version, askedAt, bytes.toByteArray());
    }

    /** Says that a version is over, or not worth a copy, and with it all before it. */
    public static SlotCopy over(long version, long askedAt) {
        return new SlotCopy(version, askedAt, null);
    }

    /** Whether this takes the place of another one. Of one version, that it is over counts for more than what was in it. */
    boolean replaces(SlotCopy other) {
        if (version != other.version) {
            return version > other.version;
        }
        return other.slot != null && (slot == null || askedAt > other.askedAt);
    }

    long version() {
        return version;
    }

    long askedAt() {
        return askedAt;
    }

    /** How much the slot takes. */
    int bytes() {
        return slot == null ? 0 : slot.length;
    }

    /**
     * Reads the slot.
     *
     * @return the slot, or null if this says only that a version is over
     * @throws WireFormatException if these are not the bytes of a slot that this version of the store can read
     */
    @Nullable
    Slot slot() throws WireFormatException {
        byte[] bytes = slot;
        return bytes == null ? null : SlotFormat.read(new DataInputStream(new ByteArrayInputStream(bytes)));
    }

    @Override
    public int getClassId() {
        return TypeIds.SLOT_COPY;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeLong(version);
        out.writeLong(askedAt);
        out.writeByteArray(slot);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        version = in.readLong();
        askedAt = in.readLong();
        slot = in.readByteArray();
    }
}
