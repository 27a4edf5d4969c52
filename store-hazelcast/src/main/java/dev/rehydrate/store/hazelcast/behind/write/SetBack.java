// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind.write;

import dev.rehydrate.engine.StorageException;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that the database is as it was some time before: a standby without the last commits has become the primary, or a backup was
 * restored. The members have what it has lost, and take it for written. Used by the thread that writes.
 */
final class SetBack {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);
    private static final Duration PERIOD = Duration.ofSeconds(10);

    private final SlotSource slots;
    private final SlotArchive archive;
    private final WrittenMarks marks;
    private final ArrivedPartitions arrived;
    private final InstantSource clock;
    private Instant lookedAt = Instant.EPOCH;
    private boolean isOpen;
    private volatile boolean isAnswered = true;

    SetBack(SlotSource slots, SlotArchive archive, WrittenMarks marks, ArrivedPartitions arrived, InstantSource clock) {
        this.slots = slots;
        this.archive = archive;
        this.marks = marks;
        this.arrived = arrived;
        this.clock = clock;
    }

    /** Looks now. {@return why that is not known, or null if the database has answered} */
    @Nullable
    String look() {
        try {
            archive.lookBack();
            lookedAt = clock.instant();
            isAnswered = true;
            return null;
        } catch (StorageException away) {
            isAnswered = false;
            LOG.debug("write-behind: it is not known whether the database has what was written", away);
            return String.valueOf(away.getMessage());
        } catch (RuntimeException | Error failure) {
            // As when memory is short: what waits is written all the same.
            if (isAnswered) {
                LOG.warn("write-behind: it is not known whether the database has what was written", failure);
            }
            isAnswered = false;
            return failure.toString();
        }
    }

    /** {@return whether the database has answered the last look; asked by any thread} */
    boolean isAnswered() {
        return isAnswered;
    }

    /** Looks from time to time: a write notices it too, but a member that has nothing to write makes none. */
    void lookInTime() {
        // Also if the clock was set back.
        if (Duration.between(lookedAt, clock.instant()).abs().compareTo(PERIOD) >= 0) {
            look();
        }
    }

    /**
     * If it was noticed, no mark says anything, and all slots are to be compared with their rows.
     *
     * @param mergedAt when the sides of a split became one, by partition
     * @return whether it was
     */
    boolean isNoticed(IntFunction<Instant> mergedAt) {
        isOpen |= archive.takeSetBack(slots::isThere);
        if (!isOpen) {
            return false;
        }
        Map<Integer, Instant> own = IntStream.range(0, slots.partitions())
                .filter(slots::owns)
                .boxed()
                .collect(Collectors.toMap(partition -> partition, mergedAt::apply));
        LOG.warn(
                "write-behind: the database lacks what was written to it, as after a failover to a standby without the last commits,"
                        + " or after a restore; all instances of this member are compared with it, and what it lacks is written again");
        marks.takeBack(own);
        own.keySet().forEach(arrived::compareAll);
        isOpen = false;
        return true;
    }
}
