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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A slot as an entry of the map. Its values are apart from the rest, so that an operation that touches the header costs the
 * same whatever the payload. Never changed once it is made, but for the form in which it lies in memory.
 */
public class StoredSlot implements SlotData {

    /** Forms cannot be changed and are equal: it does not matter when other threads see that there is another one. */
    private Supplier<Slot> form;

    public StoredSlot() {
        this(() -> Slot.EMPTY);
    }

    public StoredSlot(Slot slot) {
        this(resting(slot));
    }

    public StoredSlot(Supplier<Slot> form) {
        this.form = form;
    }

    /** {@return the slot as an entry, or null if there is nothing to store} */
    public static @Nullable StoredSlot of(Slot slot) {
        return slot.isBlank() ? null : new StoredSlot(slot);
    }

    /**
     * The form of a slot. One with very many keys or values lies open: unpacking it would cost what all of them
     * cost, for each load that wants one of them.
     */
    private static Supplier<Slot> resting(Slot slot) {
        return slot.instance() != null && slot.instance().isWide() ? () -> slot : new PackedSlot(slot);
    }

    /** A wide slot may have come packed, as the copy of a backup does: once it is opened it lies open as well. */
    public Slot slot() {
        Supplier<Slot> present = form;
        Slot slot = present.get();
        if (present instanceof PackedSlot
                && slot.instance() != null
                && slot.instance().isWide()) {
            form = () -> slot;
        }
        return slot;
    }

    /** {@return the slot for a reader that does not change it: its instance may be without values} */
    public Slot bare() {
        Supplier<Slot> present = form;
        return present instanceof PackedSlot packed ? packed.bare() : present.get();
    }

    /**
     * Reads what a page lists of the instance and what its conditions are about, and touches no value: of many instances, these
     * bytes are what no cache has.
     *
     * @return header and promoted values at least, or null if there is no instance; never to be stored
     */
    public @Nullable InstanceRecord listed() {
        Supplier<Slot> present = form;
        // A packed one with very many values is opened once, and not passed through for each page.
        return present instanceof PackedSlot packed && packed.values() <= InstanceRecord.MOST_PACKED
                ? packed.listed()
                : slot().instance();
    }

    /** {@return how many bytes the values have together} */
    public long payload() {
        Supplier<Slot> present = form;
        return (present instanceof PackedSlot packed ? packed : new PackedSlot(present.get())).payload();
    }

    public Supplier<Slot> form() {
        return form;
    }

    /** Writes the slot for a member that keeps a copy. */
    public void writeCopy(ObjectDataOutput out) throws IOException {
        Supplier<Slot> present = form;
        if (present instanceof PackedSlot packed) {
            CopyFormat.write(packed, out);
        } else {
            CopyFormat.write(present.get(), out);
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
        Supplier<Slot> present = form;
        if (present instanceof PackedSlot packed) {
            packed.writeTo(out);
        } else {
            SlotFormat.write(present.get(), out);
        }
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        form = resting(SlotFormat.read(in));
    }
}
