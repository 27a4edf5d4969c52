// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind.write;

import dev.rehydrate.slot.Slot;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies changed slots of this member to the database. Of a slot that changed several times, what is in it by now is written, once.
 *
 * <p>For each partition a mark in the partition itself says until when its changes are written. A member to which a partition comes
 * does not know what the one before had still to write: it writes what was changed since the mark.
 *
 * <p>A passive object: {@link #flush} is called by one thread at a time, all else by any.
 */
public final class BehindWriter {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);

    /** So many are taken out of the slots at once, however many of them are in one partition. */
    private static final int ROUND = 2_000;

    /** So many slots of partitions that have come are noted at once: those of all of them would fill the heap. */
    private static final int MOST_FOUND = 50_000;

    private static final int GROUP = 500;
    private static final long GROUP_BYTES = 4L << 20;
    /** A command waits at most for so many slots to be looked at. */
    private static final int STEP = 128;

    private final SlotSource slots;
    private final SlotArchive archive;
    private final WrittenMarks marks;
    private final InstantSource clock;
    private final ChangedSlots changed = new ChangedSlots();
    private final ArrivedPartitions arrived = new ArrivedPartitions();
    private final LateWrites late;
    private final SetBack setBack;
    private final Marking marking;
    /** When two sides of a split became one, by partition: what is in the slots since then counts, whatever either side had written. */
    private final Map<Integer, Instant> mergedAt = new ConcurrentHashMap<>();

    /** How often this member has left its farm for another one. */
    private final AtomicInteger departures = new AtomicInteger();

    private final RefusedSlots refused = new RefusedSlots();
    private volatile @Nullable WriteFailure failure;
    private volatile boolean refusesOnly;
    private volatile @Nullable Instant writingSince;
    /** Of the thread that writes. */
    private boolean endsFinally;

    public BehindWriter(SlotSource slots, SlotArchive archive, WrittenMarks marks, InstantSource clock) {
        this.slots = slots;
        this.archive = archive;
        this.marks = marks;
        this.clock = clock;
        this.setBack = new SetBack(slots, archive, marks, arrived, clock);
        this.marking = new Marking(slots, marks, arrived, this::mergedAt);
        this.late = new LateWrites(slots, marks, arrived, departures::get);
    }

    /** Notes that a slot of this member is about to change; called by the thread of its partition. */
    public void note(UUID slot) {
        changed.note(slot, clock.instant().toEpochMilli());
    }

    /** Notes that a partition comes to this member. */
    public void arrived(int partition) {
        arrived.come(partition);
    }

    /** Notes that a partition of this member was merged: it is to be compared whole, whatever its mark says. {@return when that was} */
    public Instant compareAll(int partition) {
        Instant now = clock.instant();
        mergedAt.put(partition, now);
        arrived.compareAll(partition);
        return now;
    }

    /** Notes that a partition has gone from this member, or has not come after all. */
    public void gone(int partition) {
        arrived.gone(partition);
        mergedAt.remove(partition);
    }

    /**
     * Notes that this member has left its farm for another one. What it had goes there by a merge, which notes it where it stays. Until a
     * slot has arrived it must not count as removed there, so nothing of what was noted here is passed on.
     */
    public void goneAll() {
        departures.incrementAndGet();
        changed.clear();
        arrived.goneAll();
        mergedAt.clear();
    }

    /** Waits until the changes that the threads of the partitions are making just now are noted. */
    public void awaitChangesUnderWay() {
        PartitionSteps.await(IntStream.range(0, slots.partitions())
                .mapToObj(partition -> slots.visit(partition, List.of(), (key, owned, slot) -> {}))
                .toList());
    }

    /** {@return whether the database has the last change of a slot that this member owns; asked by the thread of its partition} */
    public boolean isWritten(UUID slot) {
        return !arrived.isUnknown(slots.partitionOf(slot)) && !changed.isOpen(slot);
    }

    /** {@return how many slots wait to be written, or for what the database says of them} */
    public int waiting() {
        return changed.size();
    }

    /** {@return how often the database has answered a write} */
    public long answers() {
        return changed.answers();
    }

    /** {@return whether the last write has left nothing but what the database does not take} */
    public boolean refusesOnly() {
        return refusesOnly && failure == null && arrived.all().isEmpty();
    }

    /** {@return whether the database has answered the last write and the last look, be it with a refusal} */
    public boolean isAnswered() {
        return failure == null && setBack.isAnswered();
    }

    /** {@return what a person should know, or null if all is well} */
    @Nullable
    public String healthIssue() {
        WriteFailure present = failure;
        if (present != null) {
            return present.healthIssue(waiting());
        }
        return refused.healthIssue();
    }

    /** {@return since when a write is under way, or null if none is} */
    @Nullable
    public Instant writingSince() {
        return writingSince;
    }

    /** Writes what was noted before, and what the database has lost since it was written. */
    public Flushed flushForCaller() {
        String unanswered = setBack.look();
        Flushed flushed = flush();
        return unanswered == null ? flushed : new Flushed(new BitSet(), unanswered);
    }

    /** The same from time to time: it does not look back each time, nor try each time what the database does not take. */
    public Flushed flushInTime() {
        setBack.lookInTime();
        return flush(false);
    }

    /** Writes what was noted before. */
    public Flushed flush() {
        return flush(true);
    }

    private Flushed flush(boolean all) {
        Flushed flushed = writeNoted(all);
        String untold = late.tell();
        refusesOnly = endsFinally && untold == null;
        return untold == null || flushed.left() != null ? flushed : new Flushed(flushed.partitions(), untold);
    }

    private Flushed writeNoted(boolean all) {
        Instant begin = clock.instant();
        writingSince = begin;
        try {
            boolean more;
            WriteOutcome outcome;
            marking.clockIs(begin);
            setBack.isNoticed(this::mergedAt);
            do {
                more = look();
                outcome = writeAll(begin, all);
            } while ((setBack.isNoticed(this::mergedAt) || more) && outcome.left() == null);
            failure = null;
            endsFinally = outcome.isFinal();
            String left = outcome.left();
            return new Flushed(
                    written(outcome), left != null || arrived.all().isEmpty() ? left : "a partition is moving");
        } catch (RuntimeException | Error failed) {
            // Also without memory the thread goes on: what waits here is nowhere else.
            WriteFailure before = failure;
            WriteFailure present = WriteFailure.of(before, begin, failed);
            failure = present;
            if (before == null) {
                LOG.warn(
                        "write-behind: changes could not be written, and are tried again: waiting={}",
                        waiting(),
                        failed);
            }
            return new Flushed(new BitSet(), present.what());
        } finally {
            writingSince = null;
        }
    }

    /** What came here before this has looked, and has not gone before it has written, is written whole. */
    private BitSet written(WriteOutcome outcome) {
        BitSet written = arrived.settled(slots.partitions(), slots::owns);
        outcome.incomplete().forEach(written::clear);
        return written;
    }

    /** Finds what is not written of partitions that have come. {@return whether some have come of which nothing was found yet} */
    private boolean look() {
        int before = changed.size();
        for (int partition : arrived.all()) {
            if (changed.size() - before >= MOST_FOUND) {
                return true;
            }
            if (slots.owns(partition)) {
                look(partition);
            }
        }
        return false;
    }

    private void look(int partition) {
        Boolean whole = arrived.take(partition);
        if (whole == null) {
            return;
        }
        try {
            Instant since = whole ? Instant.EPOCH : marking.writtenUntil(partition, clock.instant());
            Instant merge = marks.mergedAt(partition);
            if (!whole && !merge.equals(Instant.MIN)) {
                mergedAt.put(partition, merge);
            }
            slots.changedSince(partition, since, this::note);
            arrived.looked();
        } catch (RuntimeException | Error failed) {
            arrived.putBack(partition, whole);
            throw failed;
        }
    }

    private WriteOutcome writeAll(Instant begin, boolean all) {
        Map<Integer, List<UUID>> byPartition = new TreeMap<>();
        WriteOutcome outcome = new WriteOutcome();
        boolean refusedToo = all || refused.areTriedAgain(begin);
        for (UUID slot : changed.all()) {
            int partition = slots.partitionOf(slot);
            RefusedWrite refusal = refusedToo ? null : refused.of(slot, changed.notedAt(slot));
            if (refusal == null) {
                byPartition
                        .computeIfAbsent(partition, none -> new ArrayList<>())
                        .add(slot);
            } else {
                outcome.refused(slot, partition, refusal);
            }
        }
        Map<Integer, List<UUID>> round = new HashMap<>();
        int size = 0;
        for (Map.Entry<Integer, List<UUID>> each : byPartition.entrySet()) {
            List<UUID> left = each.getValue();
            while (size + left.size() >= ROUND) {
                int fits = ROUND - size;
                round.put(each.getKey(), left.subList(0, fits));
                writeRound(round, outcome);
                round.clear();
                size = 0;
                left = left.subList(fits, left.size());
            }
            if (!left.isEmpty()) {
                round.put(each.getKey(), left);
                size += left.size();
            }
        }
        writeRound(round, outcome);
        refused.are(outcome.refused());
        marking.written(byPartition.keySet(), outcome.incomplete(), begin);
        return outcome;
    }

    private void writeRound(Map<Integer, List<UUID>> keys, WriteOutcome outcome) {
        int before = departures.get();
        TakenSlots round = new TakenSlots(changed);
        try {
            take(keys, round);
            outcome.moved(round.moved());
            if (before == departures.get()) {
                late.left(round.takeGone());
            }
            Map<UUID, TakenSlot> group = new HashMap<>();
            long bytes = 0;
            for (TakenSlot each : round.all()) {
                group.put(each.key(), each);
                bytes += each.bytes();
                if (group.size() == GROUP || bytes >= GROUP_BYTES) {
                    writeGroup(group, outcome);
                    group.clear();
                    bytes = 0;
                }
            }
            writeGroup(group, outcome);
        } catch (RuntimeException | Error failed) {
            if (before == departures.get()) {
                round.putBack();
            }
            throw failed;
        } finally {
            changed.endRound();
        }
    }

    private void take(Map<Integer, List<UUID>> keys, TakenSlots round) {
        List<CompletableFuture<Void>> steps = new ArrayList<>();
        keys.forEach((partition, all) -> {
            for (int from = 0; from < all.size(); from += STEP) {
                List<UUID> some = all.subList(from, Math.min(all.size(), from + STEP));
                steps.add(slots.visit(partition, some, (key, owned, slot) -> {
                    if (owned && slot == null && slots.isLost(key)) {
                        // Not removed, but lost: the row is what is left of it.
                        changed.remove(key);
                    } else {
                        round.take(key, partition, owned, slot);
                    }
                }));
            }
        });
        PartitionSteps.await(steps);
    }

    private Instant mergedAt(int partition) {
        return mergedAt.getOrDefault(partition, Instant.MIN);
    }

    private void writeGroup(Map<UUID, TakenSlot> group, WriteOutcome outcome) {
        if (group.isEmpty()) {
            return;
        }
        Map<UUID, Slot> readable = new HashMap<>();
        Map<UUID, String> left = new HashMap<>();
        group.forEach((key, each) -> {
            try {
                readable.put(key, each.slot());
            } catch (RuntimeException damaged) {
                left.put(key, "slot " + key + " cannot be read: " + damaged);
            }
        });
        late.sent(readable.keySet());
        left.putAll(archive.write(readable, clock, key -> mergedAt(slots.partitionOf(key))));
        late.answered(readable.keySet());
        left.forEach((key, why) -> {
            TakenSlot one = group.get(key);
            if (one != null) {
                changed.note(key, one.notedAt());
                outcome.refused(key, one.partition(), new RefusedWrite(why, one.notedAt()));
            }
        });
        changed.answered(group.keySet());
    }
}
