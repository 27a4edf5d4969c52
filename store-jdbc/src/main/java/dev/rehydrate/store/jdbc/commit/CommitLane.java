// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.commit;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.store.jdbc.RowWork;
import dev.rehydrate.time.TimeSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Commits commands in groups. A group is what waits when the group before it is committed; its slots are read if no cached copy
 * is at hand, its commands are decided in order of arrival, its rows are written with one guarded statement, and its commands are
 * answered after the commit. What the guard refused is decided anew in the next group.
 *
 * <p>A passive object: {@link #submit} is called by many threads, {@link #commitNextGroup} by one at a time.
 */
public final class CommitLane {

    private final SlotDatabase database;
    private final SlotCache cache;
    private final TimeSource time;
    private final Retries retries;
    private final Runnable wakeUp;
    private final CommandQueue queue;
    private final Queue<Doubt> doubts = new ConcurrentLinkedQueue<>();
    private volatile Consumer<SlotAddress> keysInDoubt = instance -> {};
    private int lastGroup;

    /**
     * Makes a lane.
     *
     * @param database where the rows are
     * @param cache slots known from before, shared with other lanes
     * @param time the clock by which operations decide
     * @param retries when what failed is tried again
     * @param wakeUp called when there may be a group to commit; must not block, and must not commit it by itself
     */
    public CommitLane(SlotDatabase database, SlotCache cache, TimeSource time, Retries retries, Runnable wakeUp) {
        this.database = database;
        this.cache = cache;
        this.time = time;
        this.retries = retries;
        this.wakeUp = wakeUp;
        this.queue = new CommandQueue(wakeUp);
    }

    /**
     * Adds a command to the next group.
     *
     * @param at the slot
     * @param operation what to do
     * @param work what the caller does in the same transaction if the command writes, or null
     * @param <A> the type of the answer
     * @return the answer after the commit, or a {@link StorageException}
     */
    public <A> CompletionStage<Reply<A>> submit(SlotAddress at, SlotOperation<A> operation, @Nullable RowWork work) {
        Pending<A> command = new Pending<>(at, operation, work, retries.now());
        queue.add(command);
        return command.answer();
    }

    /**
     * Sets what is called with each instance whose keys may not lead to it, because a step in another slot may be lost: of a command
     * that takes or frees further keys, when the database {@linkplain SlotDatabase#mayLackCommits may lack} what was committed before.
     *
     * @param listener must not block
     */
    public void onKeysInDoubt(Consumer<SlotAddress> listener) {
        keysInDoubt = listener;
    }

    /** {@return how many commands wait for a group} */
    public int waiting() {
        return queue.size();
    }

    /** {@return how many commands the last group had; asked by the thread that commits the groups} */
    public int lastGroup() {
        return lastGroup;
    }

    /**
     * Commits one group, if one waits.
     *
     * @return whether there was one
     */
    public boolean commitNextGroup() {
        Doubt doubt = doubts.poll();
        if (doubt != null) {
            Pending.attempt(commandsOf(doubt.chains()), Effect.UNKNOWN, () -> settle(doubt));
            return true;
        }
        List<Pending<?>> group = queue.takeGroup();
        if (group.isEmpty()) {
            return false;
        }
        lastGroup = group.size();
        Pending.attempt(group, Effect.UNKNOWN, () -> commit(group));
        return true;
    }

    /** Answers what was submitted, or pauses, with a failure: there is no group any more. */
    public void close() {
        queue.close();
        for (Doubt each = doubts.poll(); each != null; each = doubts.poll()) {
            DatabaseException cause = each.cause();
            commandsOf(each.chains())
                    .forEach(command -> command.fail(new StorageException(
                            Effect.UNKNOWN, "the store is closed, after " + cause.getMessage(), cause)));
        }
    }

    private void commit(List<Pending<?>> group) {
        List<Chain> chains;
        try {
            chains = decide(group);
        } catch (DatabaseException notRead) {
            // What could not be decided is answered: its caller must not be told that nothing was done, and then be
            // wrong.
            failed(group.stream().filter(command -> !command.isAnswered()).toList(), notRead);
            return;
        }
        if (chains.isEmpty()) {
            return;
        }
        RowWork work = group.get(0).work();
        long askedAt = time.nanoTime();
        try {
            Map<SlotAddress, Long> versions =
                    database.commit(chains.stream().map(Chain::write).toList(), work);
            putBack(chains.stream()
                    .filter(chain -> !isDone(chain, versions, askedAt))
                    .toList());
        } catch (DatabaseException failure) {
            if (failure.effect() == Effect.UNKNOWN) {
                chains.forEach(Chain::beginDoubt);
                doubtLater(new Doubt(chains, work, 1, failure));
            } else {
                failed(commandsOf(chains), failure);
            }
        } catch (StorageException told) {
            tell(chains, told);
        }
    }

    /** It is known what became of them, and there is nothing to try again. */
    private void tell(List<Chain> chains, StorageException told) {
        chains.forEach(chain -> cache.remove(chain.at()));
        commandsOf(chains).forEach(command -> command.fail(told));
    }

    /** {@return what has to be written, ordered by address; all else is answered or put back} */
    private List<Chain> decide(List<Pending<?>> group) {
        Map<SlotAddress, StoredSlot> cached = new TreeMap<>();
        Set<SlotAddress> toRead = new HashSet<>();
        for (Pending<?> command : group) {
            StoredSlot known = command.needsRow() ? null : known(command);
            if (known == null) {
                toRead.add(command.at());
            } else {
                cached.putIfAbsent(command.at(), known);
            }
        }
        Map<SlotAddress, StoredSlot> rows = toRead.isEmpty() ? Map.of() : read(toRead);
        Map<SlotAddress, Chain> chains = new TreeMap<>();
        List<Pending<?>> forRow = new ArrayList<>();
        Instant now = time.instant();
        for (Pending<?> command : group) {
            try {
                Chain chain = chains.get(command.at());
                if (chain == null) {
                    chain = begin(command.at(), toRead.contains(command.at()) ? rows : cached, rows);
                    chains.put(command.at(), chain);
                }
                if (!chain.decide(command, now)) {
                    command.requireRow();
                    forRow.add(command);
                }
            } catch (RuntimeException | Error undecidable) {
                command.fail(undecidable);
            }
        }
        answer(chains.values().stream().filter(chain -> !chain.writes()).toList());
        queue.putBack(forRow);
        return chains.values().stream().filter(Chain::writes).toList();
    }

    /** Nothing is to be written. The commit of a command that is repeated can be that of another process, whose session was lost. */
    private void answer(List<Chain> decided) {
        if (decided.stream().anyMatch(Chain::repeats)) {
            database.awaitReplication();
        }
        decided.forEach(Chain::carriedOut);
    }

    /** Keeps what it reads: what is answered from it must not be followed by an older answer to a free load. */
    private Map<SlotAddress, StoredSlot> read(Set<SlotAddress> addresses) {
        long askedAt = time.nanoTime();
        Map<SlotAddress, ValueSelection> whole = new HashMap<>();
        addresses.forEach(at -> whole.put(at, ValueSelection.all()));
        Map<SlotAddress, StoredSlot> rows = database.read(whole);
        for (SlotAddress at : addresses) {
            StoredSlot row = rows.getOrDefault(at, StoredSlot.NONE);
            if (row.isUsable()) {
                cache.put(at, row, askedAt);
            } else {
                cache.remove(at);
            }
        }
        return rows;
    }

    /** What may be old, or a guess: the guard decides whether it was right. */
    private @Nullable StoredSlot known(Pending<?> command) {
        StoredSlot copy = cache.get(command.at());
        return copy == null && command.expectsAbsence() ? StoredSlot.NONE : copy;
    }

    @SuppressWarnings("ReferenceEquality") // Which of two maps it is.
    private static Chain begin(SlotAddress at, Map<SlotAddress, StoredSlot> known, Map<SlotAddress, StoredSlot> rows) {
        return new Chain(at, known.getOrDefault(at, StoredSlot.NONE), known != rows);
    }

    /** Answers what was written. */
    private boolean isDone(Chain chain, Map<SlotAddress, Long> versions, long askedAt) {
        Long version = versions.get(chain.at());
        if (version == null) {
            return false;
        }
        remember(chain, version, askedAt);
        return true;
    }

    private void remember(Chain chain, long version, long askedAt) {
        if (chain.next().isBlank()) {
            cache.end(chain.at(), chain.baseVersion());
        } else {
            cache.put(chain.at(), StoredSlot.of(chain.next(), version), askedAt);
        }
        chain.carriedOut();
        if (database.mayLackCommits()) {
            chain.instancesOfKeys().forEach(keysInDoubt);
        }
    }

    /** What the guard refused is decided anew, on the row. */
    private void putBack(List<Chain> refused) {
        List<Pending<?>> again = new ArrayList<>();
        for (Chain chain : refused) {
            cache.end(chain.at(), chain.baseVersion());
            for (Pending<?> command : chain.commands()) {
                // What was decided on a copy, or a guess, is entitled to one look at the row, however short the
                // patience is.
                if (command.needsRow() && retries.isOver(command.since())) {
                    command.fail(new StorageException(
                            Effect.NONE, "other writers of slot " + chain.at() + " were faster", null));
                } else {
                    command.requireRow();
                    again.add(command);
                }
            }
        }
        queue.putBack(again);
    }

    private static List<Pending<?>> commandsOf(List<Chain> chains) {
        List<Pending<?>> commands = new ArrayList<>();
        chains.forEach(chain -> commands.addAll(chain.commands()));
        return commands;
    }

    /** Nothing was committed. What can succeed later is tried later; what cannot is found by halving the group. */
    private void failed(List<Pending<?>> commands, DatabaseException failure) {
        if (failure.isTransient()) {
            retries.later(commands, failure, queue);
        } else if (commands.size() == 1) {
            commands.get(0).fail(new StorageException(Effect.NONE, String.valueOf(failure.getMessage()), failure));
        } else {
            int half = commands.size() / 2;
            commit(commands.subList(0, half));
            commit(commands.subList(half, commands.size()));
        }
    }

    /**
     * Finds out whether doubtful writes were committed, by making them again under the same guard. One that is made now was not
     * made before, and cannot be any more. One that is not made is settled by the row.
     */
    private void settle(Doubt doubt) {
        List<Chain> open = doubt.chains();
        long askedAt = time.nanoTime();
        try {
            Map<SlotAddress, Long> versions = database.commit(doubt.writes(), doubt.work());
            open = open.stream()
                    .filter(chain -> !isDone(chain, versions, askedAt))
                    .toList();
            settleByRows(open);
        } catch (DatabaseException failure) {
            if (!open.isEmpty()) {
                doubtLater(new Doubt(open, doubt.work(), doubt.failures() + 1, failure));
            }
        } catch (StorageException told) {
            tell(open, told);
        }
    }

    private void settleByRows(List<Chain> open) {
        if (open.isEmpty()) {
            return;
        }
        long askedAt = time.nanoTime();
        Map<SlotAddress, StoredSlot> rows =
                database.read(open.stream().map(Chain::at).toList());
        database.awaitReplication();
        List<Chain> others = new ArrayList<>();
        for (Chain chain : open) {
            StoredSlot row = rows.getOrDefault(chain.at(), StoredSlot.NONE);
            if (row.holds(chain.next())) {
                remember(chain, row.version(), askedAt);
            } else {
                // Another version is there, so the write is done or never will be; the slot remembers which.
                others.add(chain);
            }
        }
        putBack(others);
    }

    private void doubtLater(Doubt doubt) {
        List<Chain> rest = new ArrayList<>();
        for (Chain chain : doubt.chains()) {
            cache.remove(chain.at());
            if (chain.commands().stream().anyMatch(command -> retries.isOver(command.since()))) {
                chain.commands()
                        .forEach(command -> command.fail(new StorageException(
                                Effect.UNKNOWN, String.valueOf(doubt.cause().getMessage()), doubt.cause())));
            } else {
                rest.add(chain);
            }
        }
        if (!rest.isEmpty()) {
            Doubt again = new Doubt(rest, doubt.work(), doubt.failures(), doubt.cause());
            retries.later(again.failures(), again.commands(), () -> {
                doubts.add(again);
                if (queue.isClosed()) {
                    close();
                } else {
                    wakeUp.run();
                }
            });
        }
    }
}
