// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.commit;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.time.TimeSource;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Answers operations that change nothing, in groups, beside the commits. Each is decided on the row as it is read. A passive
 * object as {@link CommitLane} is.
 */
public final class ReadLane {

    private final SlotDatabase database;
    private final SlotCache cache;
    private final TimeSource time;
    private final Retries retries;
    private final CommandQueue queue;

    /**
     * Makes a lane.
     *
     * @param database where the rows are
     * @param cache takes what is read
     * @param time the clock by which operations decide
     * @param retries when what failed is tried again
     * @param wakeUp called when there may be something to read; must not block, and must not read it by itself
     */
    public ReadLane(SlotDatabase database, SlotCache cache, TimeSource time, Retries retries, Runnable wakeUp) {
        this.database = database;
        this.cache = cache;
        this.time = time;
        this.retries = retries;
        this.queue = new CommandQueue(wakeUp);
    }

    /**
     * Adds an operation to the next group.
     *
     * @param at the slot
     * @param operation one that cannot change it
     * @param <A> the type of the answer
     * @return the answer, or a {@link StorageException} without effect
     */
    public <A> CompletionStage<Reply<A>> submit(SlotAddress at, SlotOperation<A> operation) {
        Pending<A> command = new Pending<>(at, operation, null, retries.now());
        queue.add(command);
        return command.answer();
    }

    /**
     * Reads a slot for a free load: from a near copy, from what other processes share, or with the next group.
     *
     * @param at the slot
     * @param values which values and keys are needed
     * @return the slot, perhaps with more than that, or a {@link StorageException} without effect
     */
    public CompletionStage<Slot> readNearest(SlotAddress at, ValueSelection values) {
        InspectSlot look = new InspectSlot(Set.of(), values);
        Slot near = cache.near(at);
        return near == null
                ? cache.findShared(at)
                        .thenCompose(shared -> shared.map(slot -> decided(at, look, slot))
                                .orElseGet(() -> submit(at, look).thenApply(ReadLane::inspected)))
                : decided(at, look, near);
    }

    private CompletionStage<Slot> decided(SlotAddress at, InspectSlot look, Slot slot) {
        return CompletableFuture.completedFuture(inspected(Reply.to(look.decide(at, slot, time.instant()))));
    }

    private static Slot inspected(Reply<Slot> reply) {
        return ((Reply.Done<Slot>) reply).answer();
    }

    /** {@return how many operations wait for a group} */
    public int waiting() {
        return queue.size();
    }

    /**
     * Answers one group, if one waits.
     *
     * @return whether there was one
     */
    public boolean readNextGroup() {
        List<Pending<?>> group = queue.takeGroup();
        if (group.isEmpty()) {
            return false;
        }
        Pending.attempt(group, Effect.NONE, () -> read(group));
        return true;
    }

    /** Answers what was submitted, or pauses, with a failure: there is no group any more. */
    public void close() {
        queue.close();
    }

    private void read(List<Pending<?>> group) {
        Map<SlotAddress, ValueSelection> wanted = new HashMap<>();
        group.forEach(command -> wanted.merge(command.at(), command.valuesNeeded(), ValueSelection::and));
        Map<SlotAddress, StoredSlot> rows;
        long askedAt = time.nanoTime();
        try {
            rows = database.read(wanted);
        } catch (DatabaseException failure) {
            failed(group, failure);
            return;
        }
        Instant now = time.instant();
        for (Pending<?> command : group) {
            StoredSlot row = rows.getOrDefault(command.at(), StoredSlot.NONE);
            learn(command.at(), row, ValueSelection.all().equals(wanted.get(command.at())), askedAt);
            answer(command, row, now);
        }
    }

    /** A slot that was read in part is not kept: a save that is decided on it would lose the other values. */
    private void learn(SlotAddress at, StoredSlot row, boolean isWhole, long askedAt) {
        if (isWhole && row.isUsable()) {
            cache.put(at, row, askedAt);
        } else {
            cache.seen(at, row.version());
        }
    }

    private static void answer(Pending<?> command, StoredSlot row, Instant now) {
        try {
            if (command.decide(row.slot(), now) instanceof Decision.Write<?>) {
                throw new IllegalStateException("an operation that says it changes nothing wants to write");
            }
        } catch (RuntimeException | Error undecidable) {
            command.fail(undecidable);
            return;
        }
        command.carriedOut();
    }

    /** What can succeed later is tried later; what cannot, or is too much at once, is found by halving the group. */
    private void failed(List<Pending<?>> group, DatabaseException failure) {
        if (failure.isTransient()) {
            retries.later(group, failure, queue);
            return;
        }
        List<List<Pending<?>>> parts = parts(group);
        if (parts.size() == 1) {
            group.forEach(command ->
                    command.fail(new StorageException(Effect.NONE, String.valueOf(failure.getMessage()), failure)));
        } else {
            int half = parts.size() / 2;
            read(joined(parts.subList(0, half)));
            read(joined(parts.subList(half, parts.size())));
        }
    }

    /** {@return the commands on each slot; of a single slot, those that need the same values of it} */
    private static List<List<Pending<?>>> parts(List<Pending<?>> group) {
        Function<Pending<?>, Object> part =
                group.stream().map(Pending::at).distinct().count() > 1 ? Pending::at : Pending::valuesNeeded;
        return List.copyOf(group.stream()
                .collect(Collectors.<Pending<?>, Object>groupingBy(part))
                .values());
    }

    private static List<Pending<?>> joined(List<List<Pending<?>>> parts) {
        return parts.stream().<Pending<?>>flatMap(List::stream).toList();
    }
}
