// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind.write;

import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where the slots are that are written behind. */
public interface SlotSource {

    /** {@return how many partitions there are} */
    int partitions();

    int partitionOf(UUID slot);

    /** {@return whether this member owns a partition now} */
    boolean owns(int partition);

    /** {@return whether something was lost in the partition of a slot, so that a slot which is not there need not have been removed} */
    boolean isLost(UUID slot);

    /**
     * Tells whether a slot is there, on whichever member.
     *
     * @return true also if that is not known
     */
    boolean isThere(UUID slot);

    /**
     * Looks at slots in one step of the thread of their partition, between changes.
     *
     * @return when the visitor has seen all
     */
    CompletableFuture<Void> visit(int partition, List<UUID> keys, Visitor visitor);

    /** Names the slots of a partition that were changed at a time or later. What changes meanwhile may be named or not. */
    void changedSince(int partition, Instant since, Consumer<UUID> receiver);

    /**
     * Lets the members that have the partitions of slots note them, whichever they are.
     *
     * @param onlyPresent whether slots that are not there are left alone; otherwise they count as removed
     * @return when they have
     */
    CompletableFuture<?> noteAgain(Set<UUID> keys, boolean onlyPresent);

    /** Sees slots. */
    interface Visitor {

        /**
         * Sees a slot.
         *
         * @param owned whether its partition is that of this member
         * @param slot what is there; null if nothing is, or if it is not owned
         */
        void visit(UUID key, boolean owned, @Nullable StoredSlot slot);
    }
}
