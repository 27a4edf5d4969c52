// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.directory;

import dev.rehydrate.slot.InstanceRecord;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The directory of one partition, on the member that owns it. Only the thread of the partition changes it; every thread
 * reads. What is in it is read off slots, so that it can be thrown away at any time.
 */
public final class PartitionDirectory {

    private final int partition;
    private final DueOrder due = new DueOrder();
    private final HeldKeys held = new HeldKeys();
    private volatile @Nullable Listing listing;
    private volatile boolean complete;
    private volatile boolean listed;

    PartitionDirectory(int partition) {
        this.partition = partition;
    }

    public DueOrder due() {
        return due;
    }

    public HeldKeys held() {
        return held;
    }

    /** {@return the places of all instances, or null while there are some without} */
    public @Nullable Listing listing() {
        return listed ? listing : null;
    }

    /** Whether every instance that wants to run, or is held, is here. */
    boolean isComplete() {
        return complete;
    }

    /** Begins to list; all instances have to be added. */
    void beginListing(SharedOrders orders) {
        if (listing == null) {
            listing = new Listing(partition, orders);
        }
    }

    /** It does not count any more. {@return the orders in which places of it are left, or null if there are none} */
    @Nullable
    SharedOrders drop() {
        Listing left = listing;
        if (left == null) {
            return null;
        }
        left.drop();
        return left.orders();
    }

    /** Every slot of the partition has been added since the beginning, or since it began to list. */
    void completed(boolean withListing) {
        complete = true;
        listed = listed || withListing;
    }

    /** Tells whether two records of one instance have the same places, with or without those for queries. */
    static boolean areSame(@Nullable InstanceRecord before, @Nullable InstanceRecord after, boolean withListing) {
        if (before == null || after == null) {
            return before == null && after == null;
        }
        return Objects.equals(before.header().holder(), after.header().holder())
                && Objects.equals(before.runnableAt(), after.runnableAt())
                && Objects.equals(before.header().hostType(), after.header().hostType())
                && (!withListing || Listing.areSame(before, after));
    }

    /** Moves an instance to where it belongs after a change. */
    void change(UUID key, @Nullable InstanceRecord before, @Nullable InstanceRecord after) {
        due.move(key, before, after);
        held.move(key, before, after);
        Listing all = listing;
        if (all == null) {
            return;
        }
        if (after == null && before != null) {
            all.remove(key, before);
        } else if (after != null && before != null) {
            all.move(key, before, after);
        } else if (after != null) {
            all.add(key, after);
        }
    }

    /**
     * Takes an instance out of a place that seemed wrong, and puts it where it belongs. The place may be right by now, because
     * a change is noted before its slot is stored; so this counts as a move, which no search misses.
     */
    void correct(UUID key, @Nullable InstanceRecord present, Consumer<PartitionDirectory> removal) {
        Listing all = listing;
        if (all != null) {
            all.moved().begin(key);
        }
        try {
            removal.accept(this);
            if (present != null) {
                add(key, present);
            }
        } finally {
            if (all != null) {
                all.moved().end();
            }
        }
    }

    /** Adds an instance that may be here already. */
    void add(UUID key, InstanceRecord present) {
        change(key, null, present);
    }
}
