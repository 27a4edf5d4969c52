// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.directory;

import dev.rehydrate.slot.InstanceRecord;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/** The instances of one partition that want to run by themselves, by host type and due time. One thread writes. */
public final class DueOrder {

    private final Map<String, NavigableSet<Due>> byHostType = new ConcurrentHashMap<>();

    /**
     * An instance that wants to run.
     *
     * @param at when
     * @param key its slot
     */
    public record Due(Instant at, UUID key) implements Comparable<Due> {

        /** Tells whether a record says the same. */
        public boolean isOf(InstanceRecord record) {
            return at.equals(record.runnableAt());
        }

        @Override
        public int compareTo(Due other) {
            int earlier = at.compareTo(other.at);
            return earlier != 0 ? earlier : SlotOrder.compare(key, other.key);
        }
    }

    /** Where nothing of it changes an instance never leaves: a scan beside this would miss it. */
    void move(UUID key, @Nullable InstanceRecord before, @Nullable InstanceRecord after) {
        boolean stays = before != null
                && after != null
                && Objects.equals(before.runnableAt(), after.runnableAt())
                && Objects.equals(before.header().hostType(), after.header().hostType());
        if (stays) {
            return;
        }
        if (before != null) {
            remove(key, before);
        }
        if (after != null) {
            add(key, after);
        }
    }

    private void add(UUID key, InstanceRecord record) {
        Instant at = record.runnableAt();
        String hostType = record.header().hostType();
        if (at != null && hostType != null) {
            byHostType
                    .computeIfAbsent(hostType, type -> new ConcurrentSkipListSet<>())
                    .add(new Due(at, key));
        }
    }

    private void remove(UUID key, InstanceRecord record) {
        Instant at = record.runnableAt();
        String hostType = record.header().hostType();
        if (at != null && hostType != null) {
            remove(hostType, new Due(at, key));
        }
    }

    public void remove(String hostType, Due entry) {
        NavigableSet<Due> some = byHostType.get(hostType);
        if (some != null) {
            some.remove(entry);
        }
    }

    /** What is due at a moment, the longest first. */
    public NavigableSet<Due> dueAt(String hostType, Instant now) {
        return of(hostType).headSet(new Due(now, SlotOrder.LAST), true);
    }

    /** What is due at a moment, behind an entry if there is one, the longest first. */
    public NavigableSet<Due> dueBehind(String hostType, @Nullable Due entry, Instant now) {
        NavigableSet<Due> due = dueAt(hostType, now);
        return entry == null || due.isEmpty() || entry.at().isAfter(now) ? due : due.tailSet(entry, false);
    }

    /** What becomes due after a moment, the next first. */
    public NavigableSet<Due> dueAfter(String hostType, Instant moment) {
        return of(hostType).tailSet(new Due(moment, SlotOrder.LAST), false);
    }

    private NavigableSet<Due> of(String hostType) {
        @Nullable NavigableSet<Due> some = byHostType.get(hostType);
        return some == null ? Collections.emptyNavigableSet() : some;
    }
}
