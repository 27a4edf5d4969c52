// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind.write;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What became of one attempt to write all. Of the thread that writes. */
final class WriteOutcome {

    private final Map<UUID, RefusedWrite> refused = new HashMap<>();
    private final Set<Integer> incomplete = new HashSet<>();
    private boolean hasMoved;

    /** Partitions are not those of this member any more. */
    void moved(Set<Integer> partitions) {
        hasMoved |= !partitions.isEmpty();
        incomplete.addAll(partitions);
    }

    /** The database does not take a slot. */
    void refused(UUID key, int partition, RefusedWrite refusal) {
        refused.put(key, refusal);
        incomplete.add(partition);
    }

    /** {@return why slots are not written that the database does not take} */
    Map<UUID, RefusedWrite> refused() {
        return refused;
    }

    /** {@return the partitions of which not all is written} */
    Set<Integer> incomplete() {
        return incomplete;
    }

    /** {@return whether another attempt would leave the same: the database takes these slots no more than it did} */
    boolean isFinal() {
        return !refused.isEmpty() && !hasMoved;
    }

    /** {@return why not all is written, or null if it is} */
    @Nullable
    String left() {
        if (!refused.isEmpty()) {
            return refused.values().iterator().next().why();
        }
        return incomplete.isEmpty() ? null : "a partition has moved";
    }
}
