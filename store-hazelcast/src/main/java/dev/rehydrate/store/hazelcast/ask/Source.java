// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.store.hazelcast.directory.Listing;
import dev.rehydrate.store.hazelcast.directory.PartitionDirectory;
import dev.rehydrate.store.hazelcast.directory.SlotOrder;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A place in the directory in which every instance is that can meet a query. */
interface Source {

    /** Counts what is there, up to a bound. */
    long size(PartitionDirectory directory, long bound);

    /** Whether it knows how many are there without counting them. */
    default boolean knowsItsSize() {
        return false;
    }

    /** Whether it is in the order of ids. */
    boolean isSorted();

    /**
     * Hands out what is there, in the order of ids if it is sorted.
     *
     * @param directory a partition
     * @param after what to begin after, or null; only if it is sorted
     * @param descending whether the largest id comes first; only if it is sorted
     */
    List<Iterator<UUID>> keys(PartitionDirectory directory, @Nullable UUID after, boolean descending);

    /** Hands out what is there, in any order, with the exact place. */
    void each(PartitionDirectory directory, Visitor visitor);

    /** Takes what a source has. */
    interface Visitor {

        /**
         * Takes one.
         *
         * @param key the slot
         * @param place tells of the record whether this is where it belongs; an instance that moves may be in another place of
         *     the same source as well
         */
        void visit(UUID key, Predicate<InstanceRecord> place);
    }

    /** Tells whether an instance belongs there. */
    boolean isOf(InstanceRecord record);

    /** Takes out what does not. */
    void remove(PartitionDirectory directory, UUID key);

    static Listing listing(PartitionDirectory directory) {
        return Objects.requireNonNull(directory.listing());
    }

    /** One key after the other, from a place on. */
    static Iterator<UUID> from(NavigableSet<UUID> keys, @Nullable UUID after, boolean descending) {
        NavigableSet<UUID> inOrder = descending ? keys.descendingSet() : keys;
        return (after == null ? inOrder : inOrder.tailSet(after, false)).iterator();
    }

    /** Instances in the order of ids, of all partitions. */
    static Merged<UUID> merged(Source source, List<Share.Part> parts, @Nullable UUID after, boolean descending) {
        Comparator<UUID> order = SlotOrder.BY_ADDRESS;
        Merged<UUID> merged = new Merged<>(descending ? order.reversed() : order);
        for (Share.Part part : parts) {
            PartitionDirectory directory = Objects.requireNonNull(part.directory());
            source.keys(directory, after, descending).forEach(keys -> merged.add(part, keys));
        }
        return merged;
    }
}
