// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import dev.rehydrate.store.hazelcast.directory.Listing;
import dev.rehydrate.store.hazelcast.directory.SlotOrder;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A place in the directory in which every instance is that can meet a query. */
interface Source {

    /** Counts what is there, up to a bound; with what is there of other partitions, so it is not less than the truth. */
    long size(ListedParts parts, long bound);

    /** Whether it knows how many are there without counting them. */
    default boolean knowsItsSize() {
        return false;
    }

    /** Whether it is in the order of ids. */
    boolean isSorted();

    /**
     * Hands out what is there, in the order of ids; only if it is sorted.
     *
     * @param parts some partitions
     * @param after what to begin after, or null
     * @param descending whether the largest id comes first
     */
    List<Iterator<Place>> keys(ListedParts parts, @Nullable UUID after, boolean descending);

    /** Hands out what is there, in any order. */
    void each(ListedParts parts, Consumer<Place> visitor);

    /** One key after the other, from a place on. */
    static Iterator<Place> from(
            ListedParts parts,
            NavigableMap<UUID, Listing> keys,
            @Nullable UUID after,
            boolean descending,
            Membership membership) {
        NavigableMap<UUID, Listing> inOrder = descending ? keys.descendingMap() : keys;
        NavigableMap<UUID, Listing> rest = after == null ? inOrder : inOrder.tailMap(after, false);
        return parts.here(rest.entrySet().iterator(), (part, key) -> new Place(part, key, membership));
    }

    /** Instances in the order of ids, of all partitions. */
    static Merged<Place> merged(Source source, List<ListedParts> all, @Nullable UUID after, boolean descending) {
        Comparator<Place> order = Comparator.comparing(Place::key, SlotOrder.BY_ADDRESS);
        Merged<Place> merged = new Merged<>(descending ? order.reversed() : order);
        for (ListedParts parts : all) {
            source.keys(parts, after, descending).forEach(merged::add);
        }
        return merged;
    }
}
