// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind.write;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Which slots of this member have to be written to the database, and since when. A slot that changes often is in it once. */
final class ChangedSlots {

    /** When each was noted last, in milliseconds of the farm's time. */
    private final ConcurrentMap<UUID, Long> notedAt = new ConcurrentHashMap<>();

    /** Taken out, and the database has not answered. */
    private final Set<UUID> underWay = ConcurrentHashMap.newKeySet();

    private final AtomicLong answers = new AtomicLong();

    /**
     * Notes a change; also puts back what could not be written. That a slot is not there any more is written as of the last change: of the
     * changes before, the database may have one.
     */
    void note(UUID slot, long at) {
        notedAt.merge(slot, at, Math::max);
    }

    /** {@return all that are noted; others may be added meanwhile} */
    List<UUID> all() {
        return List.copyOf(notedAt.keySet());
    }

    /** {@return when it was noted, or null if it is not} */
    @Nullable
    Long notedAt(UUID slot) {
        return notedAt.get(slot);
    }

    /** Takes one out, to write what is in the slot from then on. */
    void take(UUID slot) {
        underWay.add(slot);
        notedAt.remove(slot);
    }

    /** The database has answered for all that were taken out, or they are noted again. */
    void endRound() {
        underWay.clear();
    }

    /** {@return whether the database may not have the last change of a slot; asked by the thread of its partition} */
    boolean isOpen(UUID slot) {
        return underWay.contains(slot) || notedAt.containsKey(slot);
    }

    void remove(UUID slot) {
        notedAt.remove(slot);
    }

    void clear() {
        notedAt.clear();
    }

    /** {@return how many the database may not have} */
    int size() {
        return notedAt.size()
                + (int) underWay.stream()
                        .filter(slot -> !notedAt.containsKey(slot))
                        .count();
    }

    /** The database has answered for some of those that were taken out; those that it does not take are noted again before. */
    void answered(Collection<UUID> slots) {
        underWay.removeAll(slots);
        answers.incrementAndGet();
    }

    /** {@return how often the database has answered} */
    long answers() {
        return answers.get();
    }
}
