// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.directory;

import dev.rehydrate.slot.InstanceRecord;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/**
 * The instances of one partition as queries look for them: all in the order of ids, those with the same value of a
 * {@link Column} in that order too, and those with a promoted value in the order of the values. One thread writes.
 */
public final class Listing {

    private final NavigableSet<UUID> all = new ConcurrentSkipListSet<>(SlotOrder.BY_ADDRESS);
    private final Map<Column, NavigableSet<UUID>> byColumn = new ConcurrentHashMap<>();
    private final Map<String, NavigableSet<Ranked>> byPromoted = new ConcurrentHashMap<>();
    private final MovedKeys moved = new MovedKeys();

    /** Tells whether two records of one instance are listed in the same places. */
    static boolean areSame(InstanceRecord before, InstanceRecord after) {
        return Column.areSame(before.header(), after.header()) && after.promotesAs(before);
    }

    void add(UUID key, InstanceRecord record) {
        UUID listed = listed(key);
        Column.eachOf(
                record.header(),
                column -> byColumn.computeIfAbsent(column, each -> new ConcurrentSkipListSet<>(SlotOrder.BY_ADDRESS))
                        .add(listed));
        record.eachPromoted((name, promoted) -> byPromoted
                .computeIfAbsent(name, each -> new ConcurrentSkipListSet<>())
                .add(new Ranked(promoted, listed)));
    }

    /** All places of an instance have one and the same object as its key, for there are many. */
    private UUID listed(UUID key) {
        UUID known = all.ceiling(key);
        if (key.equals(known)) {
            return known;
        }
        all.add(key);
        return key;
    }

    /** {@return the instances that have moved lately} */
    public MovedKeys moved() {
        return moved;
    }

    void remove(UUID key, InstanceRecord record) {
        all.remove(key);
        Column.eachOf(record.header(), column -> remove(column, key));
        record.eachPromoted((name, promoted) -> remove(name, new Ranked(promoted, key)));
    }

    /**
     * Moves an instance from the places of one record to those of another; where both are the same, it never leaves. A change of
     * the holder moves nothing here, and is noted all the same: a search may look at what two owners hold.
     */
    void move(UUID key, InstanceRecord before, InstanceRecord after) {
        moved.begin(key);
        try {
            if (!areSame(before, after)) {
                leave(key, before, after);
                add(key, after);
            }
        } finally {
            moved.end();
        }
    }

    private void leave(UUID key, InstanceRecord before, InstanceRecord after) {
        Column.eachOf(before.header(), column -> {
            if (!column.isOf(after.header())) {
                remove(column, key);
            }
        });
        before.eachPromoted((name, promoted) -> {
            if (!promoted.equals(after.promotedAt(name))) {
                remove(name, new Ranked(promoted, key));
            }
        });
    }

    public void remove(UUID key) {
        all.remove(key);
    }

    public void remove(Column column, UUID key) {
        NavigableSet<UUID> some = byColumn.get(column);
        if (some != null && some.remove(key) && some.isEmpty()) {
            byColumn.remove(column);
        }
    }

    public void remove(String promoted, Ranked place) {
        NavigableSet<Ranked> some = byPromoted.get(promoted);
        if (some != null && some.remove(place) && some.isEmpty()) {
            byPromoted.remove(promoted);
        }
    }

    public NavigableSet<UUID> all() {
        return all;
    }

    public NavigableSet<UUID> with(Column column) {
        return Objects.requireNonNullElse(byColumn.get(column), Collections.<UUID>emptyNavigableSet());
    }

    public NavigableSet<Ranked> with(String promoted) {
        @Nullable NavigableSet<Ranked> some = byPromoted.get(promoted);
        return some == null ? Collections.emptyNavigableSet() : some;
    }
}
