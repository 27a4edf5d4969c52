// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind.write;

import dev.rehydrate.store.hazelcast.log.StoreLog;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slots that the members that have their partitions by now are to write, whatever those know of them.
 *
 * <ul>
 *   <li>This member has given them to the database, and the partition may have been that of another member before the database had
 *       them. That one can have written a later state, and the database cannot always tell which is later: a slot with no more than a
 *       claim has no numbers.
 *   <li>They were to be written here when their partitions went. The next owner finds by the mark what has changed and is there, and not
 *       what is not there any more.
 * </ul>
 *
 * <p>Used by the thread that writes.
 */
final class LateWrites {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);
    private static final long MOST_SECONDS = 10;

    private final SlotSource slots;
    private final WrittenMarks marks;
    private final ArrivedPartitions arrived;
    private final Set<UUID> sent = new HashSet<>();
    /** Given to the database by this member as one of a farm that it has left since. */
    private final Set<UUID> sentElsewhere = new HashSet<>();

    private final IntSupplier departures;
    private final Set<UUID> left = new HashSet<>();
    private int leftAfter;

    /**
     * Knows of none.
     *
     * @param departures how often this member has left its farm for another one
     */
    LateWrites(SlotSource slots, WrittenMarks marks, ArrivedPartitions arrived, IntSupplier departures) {
        this.departures = departures;
        this.slots = slots;
        this.marks = marks;
        this.arrived = arrived;
    }

    /** Slots are about to be given to the database, which may take them also if it says nothing. */
    void sent(Collection<UUID> keys) {
        sent.addAll(keys);
    }

    /** The database has answered. Those of partitions that have been here all the time are not late. */
    void answered(Collection<UUID> keys) {
        BitSet here = here();
        keys.forEach(key -> {
            if (here.get(slots.partitionOf(key))) {
                sent.remove(key);
            }
        });
    }

    /** Slots were not written here, because their partitions have gone. */
    void left(Collection<UUID> keys) {
        dropWhatFormerFarmsHad();
        left.addAll(keys);
    }

    /** In another farm a slot that a merge has not brought yet would count as removed. What was written is noted there if it is there. */
    private void dropWhatFormerFarmsHad() {
        int present = departures.getAsInt();
        if (leftAfter != present) {
            left.clear();
            sentElsewhere.addAll(sent);
            sent.clear();
            leftAfter = present;
        }
    }

    private BitSet here() {
        return arrived.settled(slots.partitions(), slots::owns);
    }

    /**
     * Lets those that have the partitions of these slots by now write them.
     *
     * @return why they do not know of it yet, or null if they do; they are told again then
     */
    @Nullable
    String tell() {
        dropWhatFormerFarmsHad();
        try {
            tellAll();
            return null;
        } catch (ExecutionException | TimeoutException | RuntimeException failure) {
            int untold = sent.size() + left.size() + sentElsewhere.size();
            LOG.debug("write-behind: slots are not noted by other members yet: at-most={}", untold, failure);
            return "up to " + untold + " slots were noted here or written when their partitions had moved,"
                    + " and the members that have them do not know of it yet";
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return "interrupted while slots were noted by other members";
        }
    }

    /** Also which those are is not known any more when this member has stopped. */
    private void tellAll() throws ExecutionException, TimeoutException, InterruptedException {
        Set<UUID> late = late();
        Set<UUID> all = new HashSet<>(late);
        all.addAll(left);
        if (all.isEmpty() && sentElsewhere.isEmpty()) {
            return;
        }
        note(all, false);
        note(sentElsewhere, true);
        // It can have been made before the late write: another owner would not look as far back.
        marks.takeBack(Stream.concat(late.stream(), sentElsewhere.stream())
                .map(slots::partitionOf)
                .distinct()
                .collect(Collectors.toMap(partition -> partition, marks::mergedAt)));
        sent.removeAll(late);
        sentElsewhere.clear();
        left.clear();
    }

    private void note(Set<UUID> keys, boolean onlyPresent)
            throws ExecutionException, TimeoutException, InterruptedException {
        if (!keys.isEmpty()) {
            slots.noteAgain(Set.copyOf(keys), onlyPresent).get(MOST_SECONDS, TimeUnit.SECONDS);
        }
    }

    private Set<UUID> late() {
        if (sent.isEmpty()) {
            return Set.of();
        }
        BitSet here = here();
        return sent.stream().filter(key -> !here.get(slots.partitionOf(key))).collect(Collectors.toSet());
    }
}
