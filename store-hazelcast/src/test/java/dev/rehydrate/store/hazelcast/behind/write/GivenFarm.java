// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind.write;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.format.PackedSlot;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A member with three partitions, its marks, and a database that may fail; all without threads. */
public final class GivenFarm implements SlotSource, SlotArchive, WrittenMarks {

    public static final Instant START = Instant.parse("2026-11-25T12:00:00Z");
    static final int PARTITIONS = 3;

    final Map<UUID, Slot> slots = new HashMap<>();
    public final Map<UUID, Slot> rows = new HashMap<>();
    final Map<Integer, Instant> marks = new HashMap<>();
    final Map<Integer, Instant> merges = new HashMap<>();
    final Set<Integer> owned = new HashSet<>(Set.of(0, 1, 2));
    final Set<Integer> lost = new HashSet<>();
    final Set<UUID> refused = new HashSet<>();
    /** Slots that nothing can be read of. */
    final Set<UUID> damaged = new HashSet<>();

    public boolean isAway;
    /** Whether the database takes what is written, and does not tell what it has. */
    boolean tellsNothing;
    /** Called before it is asked what the database has. */
    Runnable lookingBack = () -> {};
    /** Whether the database is found as it was before, when that is asked next. */
    boolean isSetBack;

    public int looksBack;
    int writes;
    /** How many slots were looked at. */
    int visits;
    /** Called before each write. */
    public Runnable writing = () -> {};

    /** Called with what is to be noted again. */
    Consumer<Set<UUID>> noting = keys -> {};

    /** Called with what is to be noted again if it is there. */
    Consumer<Set<UUID>> notingPresent = keys -> {};

    /** Called before each mark. */
    Runnable marking = () -> {};

    /** Called when it is asked whether a partition is owned, before that is answered. */
    public IntConsumer asked = partition -> {};

    /** Called before a partition is looked through. */
    Runnable looking = () -> {};

    private Instant now = START;

    public static UUID key(int partition, int number) {
        return new UUID(number, partition);
    }

    /** A slot that knows no more than that it was changed at a time. */
    static Slot changedAt(Instant at) {
        return new Slot(null, new KeyClaim(new InstanceId(1, 1), 0), 0, CommandHistory.EMPTY, null, at, null);
    }

    public Instant now() {
        return now;
    }

    void pass(long seconds) {
        now = now.plusSeconds(seconds);
    }

    /** Changes a slot as a command does. */
    public Slot change(BehindWriter writer, UUID key) {
        writer.note(key);
        Slot next = changedAt(now);
        slots.put(key, next);
        return next;
    }

    @Override
    public int partitions() {
        return PARTITIONS;
    }

    @Override
    public int partitionOf(UUID slot) {
        return (int) slot.getLeastSignificantBits();
    }

    @Override
    public boolean owns(int partition) {
        asked.accept(partition);
        return owned.contains(partition);
    }

    @Override
    public boolean isLost(UUID slot) {
        return lost.contains(partitionOf(slot));
    }

    @Override
    public boolean isThere(UUID slot) {
        return slots.containsKey(slot);
    }

    @Override
    public CompletableFuture<Void> visit(int partition, List<UUID> keys, Visitor visitor) {
        boolean here = owns(partition);
        visits += keys.size();
        keys.forEach(key -> {
            Slot slot = here ? slots.get(key) : null;
            visitor.visit(key, here, slot == null ? null : stored(key, slot));
        });
        return CompletableFuture.completedFuture(null);
    }

    private StoredSlot stored(UUID key, Slot slot) {
        return damaged.contains(key) ? new StoredSlot(PackedSlot.in(new byte[] {1})) : new StoredSlot(slot);
    }

    @Override
    public void changedSince(int partition, Instant since, Consumer<UUID> receiver) {
        looking.run();
        slots.forEach((key, slot) -> {
            if (partitionOf(key) == partition && !slot.changedAt().isBefore(since)) {
                receiver.accept(key);
            }
        });
    }

    @Override
    public CompletableFuture<?> noteAgain(Set<UUID> keys, boolean onlyPresent) {
        try {
            (onlyPresent ? notingPresent : noting).accept(keys);
            return CompletableFuture.completedFuture(null);
        } catch (RuntimeException | Error failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    @Override
    public Map<UUID, String> write(Map<UUID, Slot> changed, InstantSource clock, Function<UUID, Instant> settledAt) {
        if (isAway) {
            throw new StorageException(Effect.NONE, "no connection", null);
        }
        writing.run();
        writes++;
        Map<UUID, String> left = new HashMap<>();
        changed.forEach((key, slot) -> {
            Slot row = rows.getOrDefault(key, Slot.EMPTY);
            if (refused.contains(key)) {
                left.put(key, "too large");
            } else if (row.overtakes(slot) && row.isLaterThan(settledAt.apply(key))) {
                if (!slot.isBlank()) {
                    left.put(key, "its row is later");
                }
            } else {
                rows.put(key, slot);
            }
        });
        return left;
    }

    @Override
    public void lookBack() {
        lookingBack.run();
        if (isAway || tellsNothing) {
            throw new StorageException(Effect.NONE, "no connection", null);
        }
        looksBack++;
    }

    @Override
    public boolean takeSetBack(Predicate<UUID> isThere) {
        boolean found = isSetBack;
        isSetBack = false;
        return found;
    }

    @Override
    public List<UUID> addresses(@Nullable UUID after, int limit) {
        throw new UnsupportedOperationException("a farm is not filled by this test");
    }

    @Override
    public Map<UUID, Slot> read(List<UUID> addresses, DamageReceiver damaged) {
        throw new UnsupportedOperationException("a farm is not filled by this test");
    }

    @Override
    public Instant writtenUntil(int partition) {
        return marks.getOrDefault(partition, Instant.EPOCH);
    }

    @Override
    public void write(Collection<Integer> partitions, Instant until) {
        marking.run();
        partitions.forEach(partition -> marks.put(partition, until));
        merges.keySet().removeAll(partitions);
    }

    @Override
    public Instant mergedAt(int partition) {
        return merges.getOrDefault(partition, Instant.MIN);
    }

    @Override
    public void takeBack(Map<Integer, Instant> mergedAt) {
        marking.run();
        mergedAt.forEach((partition, at) -> marks.put(partition, Instant.EPOCH));
        merges.putAll(mergedAt);
    }

    @Override
    public void close() {}
}
