// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.commit;

import dev.rehydrate.engine.StorageException;
import dev.rehydrate.slot.Slot;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A row as it was read: a slot and its version, or what is wrong with it. Immutable. */
public final class StoredSlot {

    /** The version of a row that is not there. No row ever has it. */
    public static final long ABSENT = 0;

    /** No row. */
    public static final StoredSlot NONE = new StoredSlot(Slot.EMPTY, ABSENT, null);

    private final Slot slot;
    private final long version;
    private final @Nullable StorageException damage;

    private StoredSlot(Slot slot, long version, @Nullable StorageException damage) {
        this.slot = Objects.requireNonNull(slot, "slot");
        this.version = version;
        this.damage = damage;
    }

    /**
     * A row that could be read.
     *
     * @param slot the slot
     * @param version its version
     * @return the row
     */
    public static StoredSlot of(Slot slot, long version) {
        return new StoredSlot(slot, version, null);
    }

    /**
     * A row that could not be read. It fails the commands on its own slot and no other.
     *
     * @param damage what is wrong
     * @param version its version
     * @return the row
     */
    public static StoredSlot damaged(StorageException damage, long version) {
        return new StoredSlot(Slot.EMPTY, version, damage);
    }

    /**
     * Returns the slot.
     *
     * @return the slot
     * @throws StorageException if the row could not be read
     */
    public Slot slot() {
        if (damage != null) {
            throw damage;
        }
        return slot;
    }

    /** {@return what is wrong with the row, or null if it could be read} */
    @Nullable
    StorageException damage() {
        return damage;
    }

    /** Whether there is a row, and it could be read. */
    boolean isUsable() {
        return damage == null && version != ABSENT;
    }

    /** {@return the version; {@link #ABSENT} if there is no row} */
    public long version() {
        return version;
    }

    /** Whether this is just that slot; of a blank one, whether there is no row. */
    boolean holds(Slot other) {
        return damage == null && (other.isBlank() ? version == ABSENT : slot.equals(other));
    }
}
