// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.stored;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.format.CopyFormat;
import dev.rehydrate.format.PackedSlot;
import dev.rehydrate.format.SlotFormat;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A slot as an entry of the map. Its values are apart from the rest, so that an operation that touches the header costs the
 * same whatever the payload. Never changed once it is made, but for the form in which it lies in memory.
 */
public class StoredSlot implements SlotData {

    /**
     * The slot itself if it lies open; if it is packed, its array, or a {@link PackedSlot} if values lie beside that. Forms cannot be
     * changed and are equal: it does not matter when other threads see that there is another one.
     */
    private Object form;

    public StoredSlot() {
        this(Slot.EMPTY, false);
    }

    public StoredSlot(Slot slot) {
        this(slot, !isWide(slot));
    }

    private StoredSlot(Slot slot, boolean packed) {
        form = packed ? resting(new PackedSlot(slot)) : slot;
    }

    /** Takes a slot that another member has packed. */
    public StoredSlot(PackedSlot slot) {
        form = resting(slot);
    }

    /** {@return a slot that is read or sent once, and not worth packing} */
    public static StoredSlot open(Slot slot) {
        return new StoredSlot(slot, false);
    }

    /** {@return the slot as an entry, or null if there is nothing to store} */
    public static @Nullable StoredSlot of(Slot slot) {
        return slot.isBlank() ? null : new StoredSlot(slot);
    }

    /**
     * Whether a slot lies open. With very many keys or values, unpacking it would cost what all of them cost, for each load that
     * wants one of them.
     */
    private static boolean isWide(Slot slot) {
        return slot.instance() != null && slot.instance().isWide();
    }

    /** An object around the array would be a fiftieth of an instance of 1 KB. */
    private static Object resting(PackedSlot slot) {
        byte[] array = slot.array();
        return array == null ? slot : array;
    }

    private static @Nullable PackedSlot packed(Object form) {
        if (form instanceof byte[] array) {
            return PackedSlot.in(array);
        }
        return form instanceof PackedSlot besideValues ? besideValues : null;
    }

    /** A wide slot may have come packed, as the copy of a backup does: once it is opened it lies open as well. */
    public Slot slot() {
        Object present = form;
        PackedSlot packed = packed(present);
        if (packed == null) {
            return (Slot) present;
        }
        Slot slot = packed.get();
        if (isWide(slot)) {
            form = slot;
        }
        return slot;
    }

    /** {@return the slot for a reader that does not change it: its instance may be without values} */
    public Slot bare() {
        PackedSlot packed = packed(form);
        return packed == null ? slot() : packed.bare();
    }

    /**
     * Reads what a page lists of the instance and what its conditions are about, and touches no value: of many instances, these
     * bytes are what no cache has.
     *
     * @return header and promoted values at least, or null if there is no instance; never to be stored
     */
    public @Nullable InstanceRecord listed() {
        PackedSlot packed = packed(form);
        // A packed one with very many values is opened once, and not passed through for each page.
        return packed != null && packed.values() <= InstanceRecord.MOST_PACKED ? packed.listed() : slot().instance();
    }

    /** {@return how many bytes the values have together} */
    public long payload() {
        Object present = form;
        PackedSlot packed = packed(present);
        return (packed == null ? new PackedSlot((Slot) present) : packed).payload();
    }

    /** {@return whether the slot is bytes, and not the objects of the rules} */
    public boolean isPacked() {
        return !(form instanceof Slot);
    }

    /** Writes the slot for a member that keeps a copy. */
    public void writeCopy(ObjectDataOutput out) throws IOException {
        Object present = form;
        PackedSlot packed = packed(present);
        if (packed == null) {
            CopyFormat.write((Slot) present, out);
        } else {
            CopyFormat.write(packed, out);
        }
    }

    /**
     * Reads what is in a slot.
     *
     * @return the slot, empty if nothing is stored
     * @throws StorageException if it holds something that no store has written, or a damaged slot; nothing is done then
     */
    public static Slot in(Map.Entry<UUID, ?> entry) {
        try {
            Object stored = entry.getValue();
            if (stored == null) {
                return Slot.EMPTY;
            }
            if (stored instanceof StoredSlot known) {
                return known.slot();
            }
            throw StorageException.corrupt(
                    "slot " + entry.getKey() + " holds something that no store has written, and is left as it is: "
                            + stored.getClass().getName(),
                    null);
        } catch (HazelcastSerializationException | IllegalStateException damaged) {
            throw StorageException.corrupt(
                    "slot " + entry.getKey() + " cannot be read, and is left as it is: " + damaged, damaged);
        }
    }

    /** Reads a slot for a scan: an entry that no store has written counts as nothing. */
    public static Slot knownIn(Map.Entry<UUID, ?> entry) {
        return entry.getValue() instanceof StoredSlot known ? known.slot() : Slot.EMPTY;
    }

    /** As {@link #knownIn}, for who needs no values. */
    public static Slot bareIn(Map.Entry<UUID, ?> entry) {
        return entry.getValue() instanceof StoredSlot known ? known.bare() : Slot.EMPTY;
    }

    @Override
    public int getClassId() {
        return TypeIds.STORED_SLOT;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        Object present = form;
        PackedSlot packed = packed(present);
        if (packed == null) {
            SlotFormat.write((Slot) present, out);
        } else {
            packed.writeTo(out);
        }
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        Slot read = SlotFormat.read(in);
        form = isWide(read) ? read : resting(new PackedSlot(read));
    }
}
