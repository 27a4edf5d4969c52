// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.format.DamagedSlot;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.jdbc.commit.DatabaseException;
import dev.rehydrate.store.jdbc.commit.LatestRow;
import dev.rehydrate.store.jdbc.commit.SlotWrite;
import dev.rehydrate.store.jdbc.commit.StoredSlot;
import dev.rehydrate.store.jdbc.database.Database;
import dev.rehydrate.store.jdbc.database.SlotScans;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a durable store as a copy of slots that are decided elsewhere, in the memory of a grid. It takes whole slots, and
 * never replaces a row by a slot that the row has {@linkplain Slot#overtakes overtaken}. A {@link JdbcInstanceStore} can be opened on
 * the same tables while no grid writes them.
 *
 * <p>Safe for use by many threads; each call blocks, and reading does not wait for writing.
 */
public final class SlotReplica implements AutoCloseable {

    /** How often a row may be changed by another writer while it is read and written. */
    private static final int ATTEMPTS = 5;

    private final Database database;
    private final SlotScans scans;
    private final LatestRow latest = new LatestRow();
    private final Database.SlotLane toWrite;
    private final Database.SlotLane toRead;

    private SlotReplica(Database database) {
        this.database = database;
        this.scans = new SlotScans(database);
        this.toWrite = database.lane();
        this.toRead = database.lane();
    }

    /**
     * Connects, brings the tables to the version of this store, and checks that the database keeps what it commits.
     *
     * @param options the settings; lanes, cache and near copies do not matter, nor do those that every provider has, but for the
     *     lease: with the patience it says how long the server may be silent
     * @return a new replica, to be closed after use
     * @throws IllegalStateException as {@link JdbcInstanceStore#open(JdbcStoreOptions)}
     */
    public static SlotReplica open(JdbcStoreOptions options) {
        return new SlotReplica(Database.open(options));
    }

    /**
     * Asks the database what tells its tables from all others.
     *
     * @return a name, the same for all replicas and stores on these tables
     * @throws IllegalStateException if it does not say that; says what to do
     */
    public String identity() {
        return database.identity();
    }

    /** {@return why the database can lose what it has committed; empty if it cannot} */
    public List<String> notDurable() {
        return database.notDurable();
    }

    /**
     * Writes slots, and commits them together. May be repeated, also after a failure with an unknown effect.
     *
     * @param slots the slots by address; a {@linkplain Slot#isBlank() blank} one removes the row, as of its {@link Slot#changedAt}
     * @param clock tells the present: a row that was changed after it was so by a wrong clock, and its time decides nothing
     * @return why slots were not written and never will be as they are: too large, a row of another release that cannot be read, one that is later by its
     *     time alone, or one that got further in another history; or not as long as another transaction has locked the row; by address
     * @throws StorageException if the database does not answer; some may be written
     */
    public Map<SlotAddress, String> write(Map<SlotAddress, Slot> slots, InstantSource clock) {
        return write(slots, clock, at -> Instant.MIN);
    }

    /**
     * As {@link #write(Map, InstantSource)}, of slots of which some are known to be what counts, whatever other writers have stored up to a moment.
     *
     * @param slots the slots by address
     * @param clock tells the present
     * @param settledAt the moment of each address: of a row that was changed until then its time decides nothing, and that it got further
     *     nothing against a slot that was changed after it; {@link Instant#MIN} for none
     * @return why slots were not written and never will be as they are, by address
     * @throws StorageException if the database does not answer; some may be written
     */
    public Map<SlotAddress, String> write(
            Map<SlotAddress, Slot> slots, InstantSource clock, Function<SlotAddress, Instant> settledAt) {
        Refusals refused = new Refusals(clock, settledAt, new HashMap<>());
        synchronized (toWrite) {
            write(new TreeMap<>(slots), refused);
        }
        return refused.why;
    }

    /** Why slots are not written. */
    private record Refusals(
            InstantSource clock, Function<SlotAddress, Instant> settledAt, Map<SlotAddress, String> why) {

        void put(SlotAddress at, String reason) {
            why.put(at, reason);
        }

        /** Asked after the row was read: another writer may have made it just before. */
        boolean isOvertaken(SlotAddress at, Slot row, Slot next) {
            if (!row.overtakesByTimeAlone(next)) {
                return row.overtakes(next) && isFurther(at, row, next);
            }
            if (!row.isLaterThan(settledAt.apply(at)) || row.isLaterThan(clock.instant())) {
                return false;
            }
            // Where nothing is, nothing can change again or be lost: it would be tried for ever. So it is with what is
            // only remembered.
            if (next.isBlank() || (next.isVacant() && row.isVacant())) {
                return true;
            }
            put(
                    at,
                    "its row was changed at " + row.changedAt() + ", later than the slot, at " + next.changedAt()
                            + ", and nothing else tells which is further; it is written when it changes again");
            return true;
        }

        /**
         * In one history what got further is later too. Of two histories, those of the sides of a split, the slot is of the one that goes on: after
         * a merge that is known, without one this writer can be the one that is cut off.
         */
        private boolean isFurther(SlotAddress at, Slot row, Slot next) {
            boolean settled = !row.isLaterThan(settledAt.apply(at));
            if (settled) {
                return !next.changedAt().isAfter(row.changedAt());
            }
            if (next.isLaterThan(row.changedAt())) {
                put(
                        at,
                        "its row got further than the slot, though it was changed at " + row.changedAt()
                                + ", before the slot, at " + next.changedAt()
                                + ", as by a part of the farm that was cut off; it is written after a merge, or when it was held or saved"
                                + " more often than there");
            }
            return true;
        }
    }

    private void write(SortedMap<SlotAddress, Slot> slots, Refusals refused) {
        try {
            attempt(slots, refused);
        } catch (DatabaseException failure) {
            if (failure.isOfLock() && leaveLocked(slots, refused)) {
                write(slots, refused);
            } else if (failure.isOfLock()) {
                throw new StorageException(failure.effect(), failure.getMessage() + inTheWay(), failure);
            } else if (failure.isTransient() || failure.effect() == Effect.UNKNOWN || failure.isOfTables()) {
                throw failed(failure);
            } else {
                isolate(slots, failure, refused);
            }
            return;
        }
        if (!slots.isEmpty()) {
            throw new StorageException(
                    Effect.NONE, "other writers of slot " + slots.firstKey() + " were faster, time after time", null);
        }
    }

    /** Leaves in the map what other writers have changed each time. */
    private void attempt(SortedMap<SlotAddress, Slot> slots, Refusals refused) {
        boolean isFound = false;
        for (int attempt = 0; attempt < ATTEMPTS && !slots.isEmpty(); attempt++) {
            int wanted = slots.size();
            List<SlotWrite> writes = decided(slots, refused);
            Map<SlotAddress, Long> written =
                    writes.isEmpty() ? Map.of() : toWrite.rows().commit(writes, null);
            written.forEach(latest::saw);
            // What takes the place of a damaged row is written when that is removed.
            writes.stream()
                    .filter(write -> written.containsKey(write.at()))
                    .forEach(write -> slots.remove(write.at(), write.next()));
            isFound = written.isEmpty() && (isFound || writes.size() < wanted);
        }
        if (isFound) {
            // A row can be that of a commit that a standby lacks. A commit after it, as above, has waited for both.
            toWrite.rows().awaitReplication();
        }
    }

    private String inTheWay() {
        List<String> blockers = blockers();
        return blockers.isEmpty() ? "" : "; locks are held by " + String.join("; ", blockers);
    }

    /**
     * Tells which transactions of others a write waits for, such as one that a person has begun in a client and forgot, or may have waited for. Does
     * not wait for a write that is under way.
     *
     * @return each for people: which session has to end; empty if there is none, or the database does not say
     */
    public List<String> blockers() {
        return toWrite.rows().blockers();
    }

    /**
     * A row that another transaction has locked, such as one that a person began and forgot, must not keep the others out.
     *
     * @return whether there was one
     */
    private boolean leaveLocked(SortedMap<SlotAddress, Slot> slots, Refusals refused) {
        Set<SlotAddress> locked;
        try {
            locked = toWrite.rows().locked(slots.keySet());
        } catch (DatabaseException failure) {
            if (failure.isOfLock()) {
                // It is the whole table that is locked.
                return false;
            }
            throw failed(failure);
        }
        locked.forEach(at -> refused.put(at, "another transaction has locked its row, and has to end"));
        return slots.keySet().removeAll(locked);
    }

    /** One slot that the database does not take must not keep the others out. */
    private void isolate(SortedMap<SlotAddress, Slot> slots, DatabaseException failure, Refusals refused) {
        if (slots.size() == 1) {
            refused.put(slots.firstKey(), String.valueOf(failure.getMessage()));
            return;
        }
        SlotAddress middle = List.copyOf(slots.keySet()).get(slots.size() / 2);
        write(new TreeMap<>(slots.headMap(middle)), refused);
        write(new TreeMap<>(slots.tailMap(middle)), refused);
    }

    /** Leaves in the map what has to be written, and only that. */
    private List<SlotWrite> decided(Map<SlotAddress, Slot> slots, Refusals refused) {
        Map<SlotAddress, StoredSlot> rows = readToWrite(slots.keySet());
        List<SlotWrite> writes = new ArrayList<>();
        slots.entrySet().removeIf(entry -> {
            SlotAddress at = entry.getKey();
            StoredSlot row = rows.getOrDefault(at, StoredSlot.NONE);
            try {
                Slot next = entry.getValue();
                Slot before = row.slot();
                boolean stays = next.isBlank() ? before.isBlank() : next.equals(before);
                latest.saw(at, row.version());
                if (!stays && !refused.isOvertaken(at, before, next)) {
                    writes.add(new SlotWrite(at, row.version(), before, next));
                    return false;
                }
            } catch (StorageException unusable) {
                if (DamagedSlot.isDamaged(unusable)) {
                    Slot next = entry.getValue();
                    writes.add(new SlotWrite(at, row.version(), null, next.isBlank() ? next : Slot.EMPTY));
                    return false;
                }
                refused.put(at, String.valueOf(unusable.getMessage()));
            }
            return true;
        });
        return writes;
    }

    private Map<SlotAddress, StoredSlot> readToWrite(Set<SlotAddress> addresses) {
        Set<SlotAddress> known = latest.toRead();
        Set<SlotAddress> all = new HashSet<>(addresses);
        all.addAll(known);
        Map<SlotAddress, StoredSlot> rows = toWrite.rows().read(all);
        known.forEach(at -> latest.compare(at, rows.getOrDefault(at, StoredSlot.NONE)));
        return rows;
    }

    /**
     * Looks whether the database lacks what this has seen in it, as after a failover to a standby that lacked the last commits, or after a restore. It
     * looks at one row: the last one that this has written or read.
     *
     * @throws StorageException if the database does not answer
     */
    public void lookBack() {
        synchronized (toWrite) {
            try {
                readToWrite(Set.of());
            } catch (DatabaseException failure) {
                throw failed(failure);
            }
        }
    }

    /**
     * Tells whether the database was found as it was some time before. A write finds it too, with what it reads anyway. What was written can be gone then, and
     * what was removed can be there again.
     *
     * @param isThere tells of a row that is missing, and that this replica has not removed, whether there is to be one: if not, another replica has
     *     removed it
     * @return whether that was found since this was asked last
     * @throws StorageException if the database does not answer
     */
    public boolean takeSetBack(Predicate<SlotAddress> isThere) {
        return latest.takeSetBack(isThere, this::lookBack);
    }

    /**
     * Reads the addresses of all rows, some at a time.
     *
     * @param after the last address that was read before, or null to begin
     * @param limit how many at most
     * @return those that follow, in the order of the database; empty after the last
     * @throws StorageException if the database does not answer
     */
    public List<SlotAddress> addresses(@Nullable SlotAddress after, int limit) {
        return scans.addresses(after, limit);
    }

    /**
     * Reads slots.
     *
     * @param addresses which
     * @return what is there; without those that have no row
     * @throws StorageException if the database does not answer
     */
    public Map<SlotAddress, Row> read(List<SlotAddress> addresses) {
        Map<SlotAddress, StoredSlot> rows;
        synchronized (toRead) {
            try {
                rows = toRead.rows().read(addresses);
            } catch (DatabaseException failure) {
                throw failed(failure);
            }
        }
        Map<SlotAddress, Row> found = new HashMap<>();
        rows.forEach((at, row) -> {
            if (row.version() != StoredSlot.ABSENT) {
                latest.saw(at, row.version());
                found.put(at, Row.of(row));
            }
        });
        return found;
    }

    private static StorageException failed(DatabaseException failure) {
        return new StorageException(failure.effect(), String.valueOf(failure.getMessage()), failure);
    }

    /** Gives the connections back. */
    @Override
    public void close() {
        synchronized (toWrite) {
            toWrite.close();
        }
        synchronized (toRead) {
            toRead.close();
        }
        database.close();
    }

    /**
     * A row that is there.
     *
     * @param slot what is in it; {@link Slot#EMPTY} if it is damaged
     * @param damage what is wrong with it, or null
     */
    public record Row(Slot slot, @Nullable String damage) {

        /** Checks that nothing is missing. */
        public Row {
            Objects.requireNonNull(slot, "slot");
        }

        private static Row of(StoredSlot row) {
            try {
                return new Row(row.slot(), null);
            } catch (StorageException damaged) {
                return new Row(Slot.EMPTY, String.valueOf(damaged.getMessage()));
            }
        }
    }
}
