// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.directory;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** The directories of the partitions that a member owns. */
final class DirectoryParts {

    private final AtomicReferenceArray<@Nullable PartitionDirectory> parts;

    DirectoryParts(int partitions) {
        this.parts = new AtomicReferenceArray<>(partitions);
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
            directory = new PartitionDirectory();
        }
        if (withListing) {
            directory.beginListing();
        }
        parts.set(partition, directory);
        return directory;
    }

    void drop(int partition) {
        parts.set(partition, null);
    }

    void dropAll() {
        for (int partition = 0; partition < parts.length(); partition++) {
            parts.set(partition, null);
        }
    }
}
