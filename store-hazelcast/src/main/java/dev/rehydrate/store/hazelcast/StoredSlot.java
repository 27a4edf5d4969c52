// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import dev.rehydrate.command.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.store.hazelcast.wire.SlotFormat;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;

/**
 * A slot as an entry of the map. Kept as an object, so that an operation that touches the header costs the same whatever
 * the payload; never changed once it is made.
 */
final class StoredSlot implements IdentifiedDataSerializable {

    private Slot slot;

    StoredSlot() {
        this(Slot.EMPTY);
    }

    StoredSlot(Slot slot) {
        this.slot = slot;
    }

    Slot slot() {
        return slot;
    }

    /**
     * Reads what is in a slot.
     *
     * @return the slot, empty if nothing is stored
     * @throws StorageException if it holds something that no store has written; nothing is done then
     */
    static Slot in(Map.Entry<UUID, ?> entry) {
        Object stored = entry.getValue();
        if (stored == null) {
            return Slot.EMPTY;
        }
        if (stored instanceof StoredSlot known) {
            return known.slot();
        }
        throw new StorageException(
                Effect.NONE,
                "slot " + entry.getKey() + " holds something that no store has written, and is left as it is: "
                        + stored.getClass().getName(),
                null);
    }

    /** Reads what is in a slot for somebody who looks through many: what no store has written counts as nothing. */
    static Slot knownIn(Map.Entry<UUID, ?> entry) {
        return entry.getValue() instanceof StoredSlot known ? known.slot() : Slot.EMPTY;
    }

    @Override
    public int getFactoryId() {
        return SlotDataFactory.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return SlotDataFactory.STORED_SLOT;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        SlotFormat.write(slot, out);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        slot = SlotFormat.read(in);
    }
}
