// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.commit;

import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Payload;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Slots as they were committed or read last, so that a save need not read first. One may be old: then its guard fails and the
 * row is read. What was not used for longest goes first when there is no more room. Safe for use by many threads.
 */
public final class SlotCache {

    private static final int OVERHEAD = 1024;
    private static final int OF_COMMAND = 96;

    private final long capacity;
    private final Map<SlotAddress, StoredSlot> slots = new LinkedHashMap<>(16, 0.75f, true);
    private long used;

    /**
     * Makes an empty cache.
     *
     * @param capacity how many bytes its slots may have together, roughly; 0 for a cache that keeps nothing
     */
    public SlotCache(long capacity) {
        this.capacity = capacity;
    }

    synchronized @Nullable StoredSlot get(SlotAddress at) {
        return slots.get(at);
    }

    /** Keeps a slot, unless a later version of it is there. */
    void put(SlotAddress at, StoredSlot stored) {
        long bytes = bytes(stored.slot());
        if (bytes > capacity) {
            return;
        }
        synchronized (this) {
            StoredSlot known = slots.get(at);
            if (known != null && known.version() >= stored.version()) {
                return;
            }
            used += bytes - (known == null ? 0 : bytes(known.slot()));
            slots.put(at, stored);
            Iterator<StoredSlot> oldest = slots.values().iterator();
            while (used > capacity) {
                used -= bytes(oldest.next().slot());
                oldest.remove();
            }
        }
    }

    synchronized void remove(SlotAddress at) {
        StoredSlot known = slots.remove(at);
        used -= known == null ? 0 : bytes(known.slot());
    }

    private static long bytes(Slot slot) {
        InstanceRecord record = slot.instance();
        long bytes = OVERHEAD;
        for (var origin : slot.recent().origins()) {
            bytes += (long) OF_COMMAND * (1 + origin.recent().size());
        }
        return record == null ? bytes : bytes + Payload.of(record.data()) + Payload.of(record.metadata());
    }
}
