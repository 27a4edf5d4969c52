// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import dev.rehydrate.slot.ClockSkew;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A cache that the processes of a farm share in front of their database, so that a free load need not ask it. The database stays the
 * only truth: an entry that is old, late or lost costs a second look and nothing else (ADR 149). Only an entry that was changed would do
 * harm: a save may begin with it, and its guard compares versions only. {@code HazelcastCache} of {@code store-hazelcast} is one.
 *
 * <p>Safe for use by many threads.
 */
@FunctionalInterface
public interface SharedCache {

    /**
     * By how much the age of an entry may be too little. It also keeps a slot that several processes change at the
     * same time on the database: their entries are too young to be told from those before a refused write.
     */
    Duration CLOCKS_DIFFER = ClockSkew.MOST;

    /**
     * Gives a store its region. Called once for each store that is opened, and may block.
     *
     * @param database names the tables; regions of different names have no entry in common
     * @param maxAge how old an entry may be that {@link Region#find} returns
     * @return the region
     * @throws IllegalStateException if the cache cannot be used; the store is not opened then
     */
    Region region(String database, Duration maxAge);

    /** The entries of the stores on the same tables. */
    interface Region {

        /**
         * Looks for a slot. Must not block, and should answer within some milliseconds.
         *
         * @param at the address
         * @return what is there, if anything, in whatever version; a failure counts as nothing
         */
        CompletionStage<Optional<Entry>> find(SlotAddress at);

        /**
         * Says what a store has committed or read. An entry of a later version must never be replaced by one of an earlier version; all
         * else is left to the cache. Must not block; what it throws is lost.
         *
         * @param at the address
         * @param entry says what was there, and its age at the moment of this question. A cache that reckons with another clock reads that
         *     clock first: a process that stands still between the two then makes the entry older, and never younger than it is
         */
        void offer(SlotAddress at, Supplier<Entry> entry);
    }

    /**
     * A slot in one version.
     *
     * @param version the version of the row; it grows with each write of the row and never returns
     * @param slot what was in it; null says only that this version, and those before it, are over
     * @param age how long ago the database was asked; may be too little by less than {@link #CLOCKS_DIFFER}
     */
    record Entry(long version, @Nullable Slot slot, Duration age) {

        /** Checks that nothing is missing. */
        public Entry {
            Objects.requireNonNull(age, "age");
        }
    }
}
