// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind.write;

import dev.rehydrate.slot.ClockSkew;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** When a member marks until when its partitions are written, and what it believes of the marks of others. Of the thread that writes. */
final class Marking {

    /** A mark is a save of its own. An older one costs the next owner a second look at what was written since. */
    private static final Duration LASTS = Duration.ofSeconds(10);

    private final SlotSource slots;
    private final WrittenMarks marks;
    private final ArrivedPartitions arrived;
    private final IntFunction<Instant> mergedAt;
    /** Of what changes were written since the last marks. */
    private final Set<Integer> unmarked = new HashSet<>();

    private Instant markedAt = Instant.EPOCH;

    /**
     * Has marked nothing yet.
     *
     * @param mergedAt when the sides of a split became one, by partition
     */
    Marking(SlotSource slots, WrittenMarks marks, ArrivedPartitions arrived, IntFunction<Instant> mergedAt) {
        this.slots = slots;
        this.marks = marks;
        this.arrived = arrived;
        this.mergedAt = mergedAt;
    }

    /** {@return until when the changes of a partition are written. A mark that is later than the present is of a clock that was ahead: of no change is known then} */
    Instant writtenUntil(int partition, Instant now) {
        Instant until = marks.writtenUntil(partition);
        return until.isAfter(now) ? Instant.EPOCH : until;
    }

    /**
     * Takes all marks of this member back if the farm goes on from an earlier time, as when one of two members stood still for a while. What
     * changes until that time comes again is earlier than the marks, and a next owner would not look at it.
     */
    void clockIs(Instant now) {
        if (now.isBefore(markedAt)) {
            Set<Integer> own = IntStream.range(0, slots.partitions())
                    .filter(slots::owns)
                    .boxed()
                    .collect(Collectors.toSet());
            takeBack(own);
            unmarked.addAll(own);
            markedAt = now;
        }
    }

    /**
     * Marks from time to time what all is written of.
     *
     * @param partitions of which something was written
     * @param incomplete of which not all was
     * @param begin what was noted before it is written
     */
    void written(Collection<Integer> partitions, Set<Integer> incomplete, Instant begin) {
        unmarked.addAll(partitions);
        if (!begin.isBefore(markedAt.plus(LASTS))) {
            mark(begin, incomplete);
        }
    }

    /** A partition that is not noted here any more has no change that is not written. */
    private void mark(Instant begin, Set<Integer> incomplete) {
        Set<Integer> complete = new HashSet<>(unmarked);
        complete.removeAll(incomplete);
        complete.removeIf(partition -> !slots.owns(partition));
        // Asked last: a partition is noted as one that comes before it is owned.
        complete.removeAll(arrived.all());
        marks.write(complete, begin.minus(ClockSkew.MOST));
        takeBackVoided(complete);
        unmarked.removeIf(partition -> complete.contains(partition) || !slots.owns(partition));
        markedAt = begin;
    }

    /** A merge can have voided a mark in the moment before it was written; the next owner goes by the mark alone. */
    private void takeBackVoided(Set<Integer> written) {
        Set<Integer> voided = new HashSet<>(written);
        voided.removeIf(partition -> !arrived.isWhole(partition));
        if (!voided.isEmpty()) {
            takeBack(voided);
        }
    }

    private void takeBack(Set<Integer> partitions) {
        marks.takeBack(partitions.stream().collect(Collectors.toMap(partition -> partition, mergedAt::apply)));
    }
}
