// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.stored;

import dev.rehydrate.format.PackedSlot;
import dev.rehydrate.slot.Slot;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A slot that lies open, because it was changed a moment ago. Once its bytes were made, for a backup, they are kept for the time
 * when it is packed.
 */
public final class OpenSlot implements Supplier<Slot> {

    private final Slot slot;
    private final int place;
    /** Means the same, so it does not matter which thread sees it. */
    private @Nullable PackedSlot packed;

    /**
     * Opens a slot.
     *
     * @param slot the slot
     * @param place the number of its place among the open slots of a thread
     */
    public OpenSlot(Slot slot, int place) {
        this.slot = slot;
        this.place = place;
    }

    @Override
    public Slot get() {
        return slot;
    }

    public int place() {
        return place;
    }

    /** {@return the slot with its bytes, made once; null if it has so many keys or values that it is never packed} */
    public @Nullable PackedSlot packed() {
        PackedSlot known = packed;
        if (known == null && (slot.instance() == null || !slot.instance().isWide())) {
            known = new PackedSlot(slot);
            packed = known;
        }
        return known;
    }
}
