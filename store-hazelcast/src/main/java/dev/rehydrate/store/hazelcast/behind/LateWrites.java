// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind;

import dev.rehydrate.store.hazelcast.log.StoreLog;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slots that this member has given to the database, and whose partition may have been that of another member before the database had
 * them. That one can have written a later state, and the database cannot always tell which is later: a slot with no more than a claim
 * has no numbers. So the member that has the partition by then writes them again.
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

    LateWrites(SlotSource slots, WrittenMarks marks, ArrivedPartitions arrived) {
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

    private BitSet here() {
        return arrived.settled(slots.partitions(), slots::owns);
    }

    /**
     * Lets those that have the partitions of late slots by now write them again.
     *
     * @return why they do not know of it yet, or null if they do; they are told again then
     */
    @Nullable
    String tell() {
        if (sent.isEmpty()) {
            return null;
        }
        BitSet here = here();
        Set<UUID> late =
                sent.stream().filter(key -> !here.get(slots.partitionOf(key))).collect(Collectors.toSet());
        if (late.isEmpty()) {
            return null;
        }
        try {
            slots.noteAgain(late).get(MOST_SECONDS, TimeUnit.SECONDS);
            // It can have been made before the late write: another owner would not look as far back.
            marks.takeBack(late.stream()
                    .map(slots::partitionOf)
                    .distinct()
                    .collect(Collectors.toMap(partition -> partition, marks::mergedAt)));
        } catch (ExecutionException | TimeoutException | RuntimeException failure) {
            LOG.debug("write-behind: late writes are not noted again yet: slots={}", late.size(), failure);
            return late.size() + " slots were written when their partitions had moved,"
                    + " and the members that have them do not know of it yet";
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return "interrupted while late writes were noted again";
        }
        sent.removeAll(late);
        return null;
    }
}
