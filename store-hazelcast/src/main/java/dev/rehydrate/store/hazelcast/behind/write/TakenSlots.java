// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind.write;

import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.util.Collection;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** What one round has taken out of the changed slots, by several threads. What is taken too late is put back at once. */
final class TakenSlots {

    private final ChangedSlots changed;
    private final Queue<TakenSlot> taken = new ConcurrentLinkedQueue<>();
    private final Set<Integer> moved = ConcurrentHashMap.newKeySet();
    /** Noted here, but their partitions are not those of this member any more; and when they were noted. */
    private final Map<UUID, Long> gone = new ConcurrentHashMap<>();

    private volatile boolean over;

    TakenSlots(ChangedSlots changed) {
        this.changed = changed;
    }

    /** Called by the thread of the partition. */
    void take(UUID key, int partition, boolean owned, @Nullable StoredSlot stored) {
        if (!owned) {
            moved.add(partition);
        }
        Long notedAt = changed.notedAt(key);
        if (notedAt != null) {
            // Before it is removed there, so that it is missing nowhere if memory ends here.
            if (owned) {
                taken.add(new TakenSlot(key, partition, notedAt, stored));
            } else {
                gone.put(key, notedAt);
            }
            changed.take(key);
            if (over) {
                changed.note(key, notedAt);
            }
        }
    }

    Collection<TakenSlot> all() {
        return taken;
    }

    /** {@return the partitions that are not those of this member any more} */
    Set<Integer> moved() {
        return moved;
    }

    /** Takes out the slots that were noted here, and are to be written by the members that have their partitions by now. */
    Set<UUID> takeGone() {
        Set<UUID> all = Set.copyOf(gone.keySet());
        gone.clear();
        return all;
    }

    /** Ends the round without success. Those that are written already are written again, which does no harm. */
    void putBack() {
        over = true;
        taken.forEach(each -> changed.note(each.key(), each.notedAt()));
        gone.forEach(changed::note);
    }
}
