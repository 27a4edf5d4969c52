// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Instances that meet one branch of an OR, each of which has a place of its own. An instance may be in several.
 *
 * @param branches the places
 */
record Union(List<Source> branches) implements Source {

    @Override
    public long size(ListedParts parts, long bound) {
        long size = 0;
        for (Source branch : branches) {
            size += size < bound ? branch.size(parts, bound - size) : 0;
        }
        return size;
    }

    @Override
    public boolean isSorted() {
        return branches.stream().allMatch(Source::isSorted);
    }

    @Override
    public List<Iterator<Place>> keys(ListedParts parts, @Nullable UUID after, boolean descending) {
        return branches.stream()
                .flatMap(branch -> branch.keys(parts, after, descending).stream())
                .toList();
    }

    /** What is in several comes by several times, and a visitor that counts takes it once. */
    @Override
    public void each(ListedParts parts, Consumer<Place> visitor) {
        branches.forEach(branch -> branch.each(parts, visitor));
    }
}
