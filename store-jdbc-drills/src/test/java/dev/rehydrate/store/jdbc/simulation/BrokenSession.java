// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.simulation;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.jdbc.RowWork;
import dev.rehydrate.store.jdbc.commit.DatabaseException;
import dev.rehydrate.store.jdbc.commit.SlotDatabase;
import dev.rehydrate.store.jdbc.commit.SlotWrite;
import dev.rehydrate.store.jdbc.commit.StoredSlot;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The calls of one process, with one rule of the commit protocol broken: what the simulation must notice. */
abstract class BrokenSession implements SlotDatabase {

    private final Session session;

    private BrokenSession(SimulatedDatabase database, BooleanSupplier alive) {
        this.session = new Session(database, alive);
    }

    Session session() {
        return session;
    }

    @Override
    public Map<SlotAddress, StoredSlot> read(Collection<SlotAddress> addresses) {
        return session.read(addresses);
    }

    @Override
    public Map<SlotAddress, Long> commit(List<SlotWrite> writes, @Nullable RowWork work) {
        return session.commit(writes, work);
    }

    /** Answers when the writes are decided; they are committed with the next call, if there is one. */
    static final class AnswersBeforeCommit extends BrokenSession {

        private final SimulatedDatabase database;
        private final Queue<List<SlotWrite>> open = new ConcurrentLinkedQueue<>();

        AnswersBeforeCommit(SimulatedDatabase database, BooleanSupplier alive) {
            super(database, alive);
            this.database = database;
        }

        @Override
        public Map<SlotAddress, StoredSlot> read(Collection<SlotAddress> addresses) {
            commitOpen();
            return super.read(addresses);
        }

        @Override
        public Map<SlotAddress, Long> commit(List<SlotWrite> writes, @Nullable RowWork work) {
            commitOpen();
            Map<SlotAddress, Long> versions = new HashMap<>();
            for (SlotWrite write : writes) {
                StoredSlot row = database.rows().getOrDefault(write.at(), StoredSlot.NONE);
                if (row.version() == write.expected()) {
                    versions.put(write.at(), write.next().isBlank() ? StoredSlot.ABSENT : row.version() + 1);
                }
            }
            open.add(writes);
            return versions;
        }

        private void commitOpen() {
            List<SlotWrite> next = open.poll();
            if (next != null) {
                try {
                    super.commit(next, null);
                } catch (DatabaseException tooLate) {
                    // It was answered already.
                    return;
                }
            }
        }
    }

    /** Decides what writes nothing on cached slots too. */
    static final class AnswersFromCache extends BrokenSession {

        private final Map<SlotAddress, StoredSlot> known = new HashMap<>();

        AnswersFromCache(SimulatedDatabase database, BooleanSupplier alive) {
            super(database, alive);
        }

        @Override
        public Map<SlotAddress, StoredSlot> read(Collection<SlotAddress> addresses) {
            if (known.keySet().containsAll(addresses)) {
                Map<SlotAddress, StoredSlot> cached = new HashMap<>();
                // The next read of the same slot is one of the row, so that a save comes to its end.
                addresses.forEach(at -> cached.put(at, known.remove(at)));
                cached.values().removeIf(row -> row.version() == StoredSlot.ABSENT);
                return cached;
            }
            Map<SlotAddress, StoredSlot> rows = super.read(addresses);
            addresses.forEach(at -> known.put(at, rows.getOrDefault(at, StoredSlot.NONE)));
            return rows;
        }
    }

    /** Takes a lost answer for success. */
    static final class LostIsSuccess extends BrokenSession {

        LostIsSuccess(SimulatedDatabase database, BooleanSupplier alive) {
            super(database, alive);
        }

        @Override
        public Map<SlotAddress, Long> commit(List<SlotWrite> writes, @Nullable RowWork work) {
            try {
                return super.commit(writes, work);
            } catch (DatabaseException failure) {
                if (failure.effect() == Effect.NONE) {
                    throw failure;
                }
                return all(writes);
            }
        }
    }

    /** Takes a lost answer for a failure. */
    static final class LostIsFailure extends BrokenSession {

        LostIsFailure(SimulatedDatabase database, BooleanSupplier alive) {
            super(database, alive);
        }

        @Override
        public Map<SlotAddress, Long> commit(List<SlotWrite> writes, @Nullable RowWork work) {
            try {
                return super.commit(writes, work);
            } catch (DatabaseException failure) {
                throw new DatabaseException(Effect.NONE, false, String.valueOf(failure.getMessage()), failure);
            }
        }
    }

    /** Fails the commands that were in a group with a value that the database does not take. */
    static final class PoisonsNeighbours extends BrokenSession {

        private @Nullable DatabaseException poison;

        PoisonsNeighbours(SimulatedDatabase database, BooleanSupplier alive) {
            super(database, alive);
        }

        @Override
        public Map<SlotAddress, Long> commit(List<SlotWrite> writes, @Nullable RowWork work) {
            DatabaseException before = poison;
            poison = null;
            if (before != null && writes.size() == 1) {
                throw before;
            }
            try {
                return super.commit(writes, work);
            } catch (DatabaseException failure) {
                poison = failure.isTransient() ? null : failure;
                throw failure;
            }
        }
    }

    /** Takes a group of which some rows were refused for one that was written as a whole. */
    static final class IgnoresRefusals extends BrokenSession {

        IgnoresRefusals(SimulatedDatabase database, BooleanSupplier alive) {
            super(database, alive);
        }

        @Override
        public Map<SlotAddress, Long> commit(List<SlotWrite> writes, @Nullable RowWork work) {
            Map<SlotAddress, Long> versions = new HashMap<>(all(writes));
            versions.putAll(super.commit(writes, work));
            return versions;
        }
    }

    private static Map<SlotAddress, Long> all(List<SlotWrite> writes) {
        Map<SlotAddress, Long> versions = new HashMap<>();
        writes.forEach(
                write -> versions.put(write.at(), write.next().isBlank() ? StoredSlot.ABSENT : write.expected() + 1));
        return versions;
    }
}
