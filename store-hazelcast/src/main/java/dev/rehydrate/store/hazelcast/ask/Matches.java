// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.scan.QueryEvaluation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.UUID;

/** The first instances of a page, of those that come by in any order. */
final class Matches {

    private final QueryEvaluation evaluation;
    private final int needed;
    private final boolean counts;
    private final PriorityQueue<InstanceRecord> first;
    private final Set<UUID> taken = new HashSet<>();
    /** Of the partitions that are looked at. */
    private final Set<UUID> counted = new HashSet<>();

    private long total;

    /**
     * Takes instances.
     *
     * @param evaluation says which ones, and in what order
     * @param needed how many
     * @param counts whether they are counted
     */
    Matches(QueryEvaluation evaluation, int needed, boolean counts) {
        this.evaluation = evaluation;
        this.needed = needed;
        this.counts = counts;
        this.first = new PriorityQueue<>(inOrder(evaluation).reversed());
    }

    private static Comparator<InstanceRecord> inOrder(QueryEvaluation evaluation) {
        return Comparator.comparing(evaluation::position, evaluation.order());
    }

    /** Takes what meets the conditions. An instance that moves meanwhile may come by twice, and is taken once. */
    void offer(UUID key, InstanceRecord record) {
        offer(key, record, true);
    }

    /** As {@link #offer(UUID, InstanceRecord)}; counted where it is found in its place, and once. */
    void offer(UUID key, InstanceRecord record, boolean inItsPlace) {
        if (!evaluation.matches(record)) {
            return;
        }
        total += counts && inItsPlace && counted.add(key) ? 1 : 0;
        if (evaluation.follows(evaluation.position(record)) && taken.add(key)) {
            first.add(record);
            if (first.size() > needed) {
                taken.remove(keyOf(first.remove()));
            }
        }
    }

    /** The instances that come from now on are of other partitions. */
    void beginParts() {
        counted.clear();
    }

    static UUID keyOf(InstanceRecord record) {
        return new UUID(record.id().high(), record.id().low());
    }

    boolean isFull() {
        return first.size() >= needed;
    }

    /** {@return how many meet the conditions, of those that came by; 0 if they are not counted} */
    long total() {
        return total;
    }

    List<InstanceRecord> inOrder() {
        List<InstanceRecord> found = new ArrayList<>(first);
        found.sort(inOrder(evaluation));
        return found;
    }
}
