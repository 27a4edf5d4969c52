// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.store.hazelcast.directory.PartitionDirectory;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Instances that meet one branch of an OR, each of which has a place of its own. An instance may be in several.
 *
 * @param branches the places
 */
record Union(List<Source> branches) implements Source {

    @Override
    public long size(PartitionDirectory directory, long bound) {
        long size = 0;
        for (Source branch : branches) {
            size += size < bound ? branch.size(directory, bound - size) : 0;
        }
        return size;
    }

    @Override
    public boolean isSorted() {
        return branches.stream().allMatch(Source::isSorted);
    }

    @Override
    public List<Iterator<UUID>> keys(PartitionDirectory directory, @Nullable UUID after, boolean descending) {
        return branches.stream()
                .flatMap(branch -> branch.keys(directory, after, descending).stream())
                .toList();
    }

    /** What is in several comes by several times, and a visitor that counts takes it once. */
    @Override
    public void each(PartitionDirectory directory, Visitor visitor) {
        branches.forEach(branch -> branch.each(directory, visitor));
    }

    @Override
    public boolean isOf(InstanceRecord record) {
        return branches.stream().anyMatch(branch -> branch.isOf(record));
    }

    @Override
    public void remove(PartitionDirectory directory, UUID key) {
        branches.forEach(branch -> branch.remove(directory, key));
    }
}
