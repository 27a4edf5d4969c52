// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.slot;

import dev.rehydrate.slot.Slot;
import dev.rehydrate.store.hazelcast.stored.OpenSlot;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The slots that a partition thread changed last. They are likely to be used again soon, and lie open: to unpack and pack
 * each for each change would cost a fifth of a save. For each one that comes, the one that came first is packed.
 *
 * <p>Which form a slot has in memory means nothing: it is the same slot.
 */
public final class OpenSlots {

    /** So many have, without their values, about 300 KB. */
    private static final int PER_THREAD = 512;

    private static final int NO_PLACE = -1;

    private static final ThreadLocal<OpenSlots> OF_THREAD = ThreadLocal.withInitial(OpenSlots::new);

    /** A slot that is replaced in another way, or moves to another member, must not stay in memory because it is here. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // There are no arrays of a generic type.
    private final @Nullable WeakReference<StoredSlot>[] places = new WeakReference[PER_THREAD];

    private int next;

    private OpenSlots() {}

    /**
     * Puts a slot into an entry: open for the time being, unless its instance has ended, for then it will hardly change again.
     *
     * @param entry the entry
     * @param slot the slot, or null to remove what is there
     * @return what is in the entry now
     */
    public static @Nullable StoredSlot put(Map.Entry<UUID, StoredSlot> entry, @Nullable Slot slot) {
        OpenSlots slots = OF_THREAD.get();
        int place = slots.placeOf(entry);
        StoredSlot stored;
        if (slot == null || slot.instance() == null) {
            slots.clear(place);
            stored = slot == null ? null : new StoredSlot(slot);
        } else {
            stored = slots.opened(slot, place == NO_PLACE ? slots.freePlace() : place);
        }
        entry.setValue(stored);
        return stored;
    }

    /** Puts a slot into an entry of a copy, in the form in which it came. */
    static void keep(Map.Entry<UUID, StoredSlot> entry, @Nullable StoredSlot slot) {
        OpenSlots slots = OF_THREAD.get();
        slots.clear(slots.placeOf(entry));
        entry.setValue(slot);
    }

    private int placeOf(Map.Entry<UUID, ?> entry) {
        // It may hold what no store has written.
        Object before = entry.getValue();
        return before instanceof StoredSlot known && known.form() instanceof OpenSlot open && isAt(open.place(), known)
                ? open.place()
                : NO_PLACE;
    }

    private void clear(int place) {
        if (place != NO_PLACE) {
            places[place] = null;
        }
    }

    /** The place of a slot goes on to the slot that replaces it, so that what changes often is never packed. */
    private StoredSlot opened(Slot slot, int place) {
        StoredSlot opened = new StoredSlot(new OpenSlot(slot, place));
        places[place] = new WeakReference<>(opened);
        return opened;
    }

    private boolean isAt(int place, StoredSlot slot) {
        WeakReference<StoredSlot> noted = places[place];
        return noted != null && noted.refersTo(slot);
    }

    private int freePlace() {
        int place = next;
        next = (next + 1) % PER_THREAD;
        WeakReference<StoredSlot> noted = places[place];
        StoredSlot first = noted == null ? null : noted.get();
        if (first != null) {
            first.pack();
        }
        return place;
    }
}
