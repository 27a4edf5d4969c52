// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind.write;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The partitions that have come to this member, and of which it does not know what is written until it has looked. Used by many
 * threads.
 */
final class ArrivedPartitions {

    private static final int NONE = -1;

    /** Whether it is not known of what was changed before the mark either. */
    private final Map<Integer, Boolean> whole = new HashMap<>();

    /** Taken out, to look at it; {@code NONE} if there is none. */
    private int looking = NONE;

    /** A partition comes; called before this member owns it. */
    synchronized void come(int partition) {
        whole.putIfAbsent(partition, false);
    }

    /** A partition of this member is to be compared whole, whatever its mark says. */
    synchronized void compareAll(int partition) {
        whole.put(partition, true);
    }

    /** A partition has gone, or has not come after all. */
    synchronized void gone(int partition) {
        whole.remove(partition);
    }

    synchronized void goneAll() {
        whole.clear();
    }

    /** Takes a partition out, to look at it. {@return whether it is to be compared whole; null if it has gone meanwhile} */
    synchronized @Nullable Boolean take(int partition) {
        Boolean taken = whole.remove(partition);
        looking = taken == null ? NONE : partition;
        return taken;
    }

    /** What was taken out has been looked at. */
    synchronized void looked() {
        looking = NONE;
    }

    /** Puts back what could not be looked at. */
    synchronized void putBack(int partition, boolean compareAll) {
        looked();
        whole.merge(partition, compareAll, Boolean::logicalOr);
    }

    /** {@return whether it is not known yet what is written of a partition} */
    synchronized boolean isUnknown(int partition) {
        return looking == partition || whole.containsKey(partition);
    }

    synchronized List<Integer> all() {
        return List.copyOf(whole.keySet());
    }

    synchronized boolean isWhole(int partition) {
        return whole.getOrDefault(partition, false);
    }

    /**
     * Tells which partitions this member has had since it looked at them last: while it tells, none comes.
     *
     * @param partitions how many there are
     * @param owned whether a partition is that of this member
     */
    synchronized BitSet settled(int partitions, IntPredicate owned) {
        BitSet settled = new BitSet();
        for (int partition = 0; partition < partitions; partition++) {
            if (!whole.containsKey(partition) && owned.test(partition)) {
                settled.set(partition);
            }
        }
        return settled;
    }
}
