// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.directory;

import dev.rehydrate.command.condition.Subject;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The instances of some partitions of a member in the orders in which queries look for them. A search looks for its place once
 * in each of these orders, and not once in each partition. Each place says of which listing it is: the places of a
 * partition that has left are passed over, and taken out later (ADR 140).
 *
 * <p>The partitions of one have the same thread, so that writers do not wait for each other; nothing relies on that.
 */
public final class SharedOrders {

    private final ConcurrentNavigableMap<UUID, Listing> all = new ConcurrentSkipListMap<>(SlotOrder.BY_ADDRESS);
    private final Map<Column, ConcurrentNavigableMap<UUID, Listing>> byColumn = new ConcurrentHashMap<>();
    private final Map<Subject, ConcurrentNavigableMap<Ranked, Listing>> byValue = new ConcurrentHashMap<>();
    private final AtomicBoolean dirty = new AtomicBoolean();

    /** {@return the key as it is listed already, or the given one: all places of an instance have the same object, for there are many} */
    UUID known(UUID key) {
        UUID known = all.ceilingKey(key);
        return key.equals(known) ? known : key;
    }

    /** Each tells whether the place was not one of this listing before. */
    boolean add(UUID key, Listing listing) {
        return isOther(all.put(key, listing), listing);
    }

    boolean add(Column column, UUID key, Listing listing) {
        return add(byColumn, column, key, listing, () -> new ConcurrentSkipListMap<>(SlotOrder.BY_ADDRESS));
    }

    boolean add(Subject subject, Ranked place, Listing listing) {
        return add(byValue, subject, place, listing, ConcurrentSkipListMap::new);
    }

    private static <G, K> boolean add(
            Map<G, ConcurrentNavigableMap<K, Listing>> groups,
            G group,
            K place,
            Listing listing,
            Supplier<ConcurrentNavigableMap<K, Listing>> made) {
        boolean[] added = new boolean[1];
        // Within the call: one that has become empty is taken out with its group.
        groups.compute(group, (each, some) -> {
            ConcurrentNavigableMap<K, Listing> places = some == null ? made.get() : some;
            added[0] = isOther(places.put(place, listing), listing);
            return places;
        });
        return added[0];
    }

    @SuppressWarnings("ReferenceEquality") // A new one of the same partition is another one.
    private static boolean isOther(@Nullable Listing before, Listing listing) {
        return before != listing;
    }

    /** Each tells whether the place was one of this listing; it leaves those of others. */
    boolean remove(UUID key, Listing listing) {
        return all.remove(key, listing);
    }

    boolean remove(Column column, UUID key, Listing listing) {
        return remove(byColumn, column, key, listing);
    }

    boolean remove(Subject subject, Ranked place, Listing listing) {
        return remove(byValue, subject, place, listing);
    }

    private static <G, K> boolean remove(
            Map<G, ConcurrentNavigableMap<K, Listing>> groups, G group, K place, Listing listing) {
        ConcurrentNavigableMap<K, Listing> places = groups.get(group);
        if (places == null || !places.remove(place, listing)) {
            return false;
        }
        if (places.isEmpty()) {
            dropIfEmpty(groups, group);
        }
        return true;
    }

    private static <G, K> void dropIfEmpty(Map<G, ConcurrentNavigableMap<K, Listing>> groups, G group) {
        groups.computeIfPresent(group, (each, places) -> places.isEmpty() ? null : places);
    }

    /** Says that a partition has left. {@return whether it is the first since the last {@link #clean}, which then has to be called} */
    boolean isDirtyNow() {
        return dirty.compareAndSet(false, true);
    }

    /** Says that {@link #clean} will not be called: the next partition that leaves is the first again. */
    void isNotCleaned() {
        dirty.set(false);
    }

    /** Takes out the places of partitions that have left; beside the threads of the partitions. */
    void clean() {
        dirty.set(false);
        all.values().removeIf(Listing::isDropped);
        clean(byColumn);
        clean(byValue);
    }

    private static <G, K> void clean(Map<G, ConcurrentNavigableMap<K, Listing>> groups) {
        groups.forEach((group, places) -> {
            places.values().removeIf(Listing::isDropped);
            dropIfEmpty(groups, group);
        });
    }

    /** {@return all instances in the order of ids; with places of listings that are not there any more, as in each of these} */
    public NavigableMap<UUID, Listing> all() {
        return all;
    }

    /** {@return the instances under a column, in the order of ids} */
    public NavigableMap<UUID, Listing> with(Column column) {
        NavigableMap<UUID, Listing> some = byColumn.get(column);
        return some == null ? Collections.emptyNavigableMap() : some;
    }

    /** {@return the instances with a value, in the order of the values} */
    public NavigableMap<Ranked, Listing> with(Subject subject) {
        NavigableMap<Ranked, Listing> some = byValue.get(subject);
        return some == null ? Collections.emptyNavigableMap() : some;
    }
}
