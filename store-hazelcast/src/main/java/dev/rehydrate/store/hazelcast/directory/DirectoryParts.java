// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.directory;

import dev.rehydrate.store.hazelcast.log.StoreLog;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The directories of the partitions that a member owns. */
final class DirectoryParts {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);

    /** So many orders at least: a search looks into each, and what is left of a partition is looked for in one. */
    private static final int ORDERS = 8;

    private final AtomicReferenceArray<@Nullable PartitionDirectory> parts;
    private final AtomicReferenceArray<SharedOrders> orders;
    private final Consumer<Runnable> later;

    /**
     * Directories of partitions.
     *
     * @param partitions how many partitions there are
     * @param threads how many threads they have; the engine gives each partition the thread of its number
     * @param later runs what takes out the places of partitions that have left, some seconds later and beside these threads
     */
    DirectoryParts(int partitions, int threads, Consumer<Runnable> later) {
        this.later = later;
        this.parts = new AtomicReferenceArray<>(partitions);
        int perThread = (ORDERS + threads - 1) / threads;
        this.orders = new AtomicReferenceArray<>(Math.min(partitions, threads * perThread));
        renewOrders();
    }

    private void renewOrders() {
        for (int order = 0; order < orders.length(); order++) {
            orders.set(order, new SharedOrders());
        }
    }

    @Nullable
    PartitionDirectory get(int partition) {
        return parts.get(partition);
    }

    /** Tells whether a directory still counts. */
    @SuppressWarnings("ReferenceEquality") // A new one is another one, whatever is in it.
    boolean has(int partition, PartitionDirectory directory) {
        return parts.get(partition) == directory;
    }

    /** The directory to which all slots have to be added; called by the thread of the partition. */
    PartitionDirectory begun(int partition, boolean withListing) {
        PartitionDirectory directory = parts.get(partition);
        if (directory == null) {
            directory = new PartitionDirectory(partition);
        }
        if (withListing) {
            directory.beginListing(orders.get(partition % orders.length()));
        }
        parts.set(partition, directory);
        return directory;
    }

    void drop(int partition) {
        PartitionDirectory left = parts.getAndSet(partition, null);
        SharedOrders dirty = left == null ? null : left.drop();
        if (dirty != null && dirty.isDirtyNow()) {
            // Once for all that leave meanwhile: it goes through the places of those that stay as well.
            try {
                later.accept(dirty::clean);
            } catch (RuntimeException | Error notTaken) {
                // As when memory is short: the next partition that leaves has it done. The partition moves all the
                // same.
                dirty.isNotCleaned();
                LOG.debug("what is left of a partition is taken out with the next one that leaves", notTaken);
            }
        }
    }

    /** Leaves nothing in the orders: there are new ones. */
    void dropAll() {
        for (int partition = 0; partition < parts.length(); partition++) {
            parts.set(partition, null);
        }
        renewOrders();
    }
}
