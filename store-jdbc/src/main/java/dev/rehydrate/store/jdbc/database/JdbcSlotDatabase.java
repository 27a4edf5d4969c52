// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.format.SplitSlot;
import dev.rehydrate.format.WireFormatException;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.jdbc.RowWork;
import dev.rehydrate.store.jdbc.commit.DatabaseException;
import dev.rehydrate.store.jdbc.commit.SlotDatabase;
import dev.rehydrate.store.jdbc.commit.SlotWrite;
import dev.rehydrate.store.jdbc.commit.StoredSlot;
import dev.rehydrate.store.jdbc.connection.Dialect;
import dev.rehydrate.store.jdbc.connection.Session;
import dev.rehydrate.store.jdbc.connection.SqlFiles;
import dev.rehydrate.store.jdbc.connection.Trouble;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The rows of slots, over a connection that one lane keeps. */
final class JdbcSlotDatabase implements SlotDatabase, AutoCloseable {

    /** The connection is lost: it is not known whether the transaction is kept. */
    private static final String NOT_REPLICATED = "08007";

    private static final String OWN_WORK_FAILED = "the caller's own work failed, and nothing was committed: ";

    private final Database database;
    private final WaitingCommits waiting;
    private final SqlFiles files;
    /** Of the thread that uses this; looked at by others. */
    private volatile @Nullable Session session;

    JdbcSlotDatabase(Database database, WaitingCommits waiting) {
        this.database = database;
        this.waiting = waiting;
        this.files = database.files();
    }

    /** A row under construction. */
    private static final class Row {
        private long version;
        private byte @Nullable [] head;
        private final Map<String, EncodedValue> values = new HashMap<>();

        /** {@return the length of its value} */
        int take(ResultSet found) throws SQLException {
            int length = 0;
            String name = found.getString(3);
            if (name != null) {
                byte[] value = found.getBytes(4);
                length = value.length;
                values.put(name, EncodedValue.fromBytes(value));
            }
            long seen = found.getLong(2);
            if (head == null && seen != StoredSlot.ABSENT) {
                version = seen;
                head = found.getBytes(5);
            }
            return length;
        }

        StoredSlot stored(SlotAddress at, ValueSelection selection) {
            byte[] found = head;
            if (found == null) {
                return StoredSlot.NONE;
            }
            try {
                return StoredSlot.of(SplitSlot.join(found, selection, values::get), version);
            } catch (WireFormatException unusable) {
                return StoredSlot.damaged(
                        StorageException.corrupt("slot " + at + ": " + unusable.getMessage(), unusable), version);
            }
        }
    }

    @Override
    public Map<SlotAddress, StoredSlot> read(Collection<SlotAddress> addresses) {
        Map<SlotAddress, ValueSelection> wanted = new HashMap<>();
        addresses.forEach(at -> wanted.put(at, ValueSelection.all()));
        return read(wanted, new WantedRows(wanted, false));
    }

    @Override
    public Map<SlotAddress, StoredSlot> read(Map<SlotAddress, ValueSelection> wanted) {
        return read(wanted, new WantedRows(wanted, true));
    }

    private Map<SlotAddress, StoredSlot> read(Map<SlotAddress, ValueSelection> wanted, WantedRows parameters) {
        Map<SlotAddress, Row> rows = new HashMap<>();
        boolean isComplete = ask(Effect.NONE, open -> {
            boolean filled = fill(rows, parameters);
            endTransaction();
            database.forceWhatIsLeft(open, wanted.keySet());
            return filled;
        });
        if (!isComplete) {
            throw new DatabaseException(
                    Effect.NONE, false, "the values of " + wanted.size() + " slots are too large for one read", null);
        }
        try {
            Map<SlotAddress, StoredSlot> stored = new HashMap<>();
            rows.forEach((at, row) -> stored.put(at, row.stored(at, wanted.getOrDefault(at, ValueSelection.all()))));
            return stored;
        } catch (RuntimeException | Error failure) {
            throw unreadable(failure);
        }
    }

    /**
     * Takes the rows as they come. The driver of PostgreSQL has all of them in memory by then, so there the server says that they are too
     * large together. H2 brings a value when it is asked for, so there it is enough to stop.
     *
     * @return whether all is there
     */
    private boolean fill(Map<SlotAddress, Row> rows, WantedRows wanted) throws SQLException {
        SqlFiles.Statement read = files.script("read", wanted.parts()).get(0);
        AtomicLong bytes = new AtomicLong();
        List<Boolean> isThere = session().rows(read, wanted.asMap(), found -> {
            UUID at = found.getObject(1, UUID.class);
            if (at == null || wanted.areTooLarge(bytes.get())) {
                return false;
            }
            Row row = rows.computeIfAbsent(
                    new SlotAddress(at.getMostSignificantBits(), at.getLeastSignificantBits()), empty -> new Row());
            bytes.addAndGet(row.take(found));
            return true;
        });
        return !isThere.contains(false) && !wanted.areTooLarge(bytes.get());
    }

    /** As when memory is short: a smaller group may do. */
    private static DatabaseException unreadable(Throwable failure) {
        return new DatabaseException(Effect.NONE, false, "the rows could not be read: " + failure, failure);
    }

    @Override
    public Map<SlotAddress, Long> commit(List<SlotWrite> writes, @Nullable RowWork work) {
        GroupRows rows;
        try {
            rows = new GroupRows(writes);
        } catch (WireFormatException tooLarge) {
            throw new DatabaseException(Effect.NONE, false, "a slot is too large to be stored", tooLarge);
        }
        return new Transaction(work).commit(rows);
    }

    @Override
    public boolean mayLackCommits() {
        return database.wasLostLately();
    }

    @Override
    public void awaitReplication() {
        var unused = ask(Effect.UNKNOWN, open -> {
            replicate(open);
            return true;
        });
    }

    @Override
    public Set<SlotAddress> locked(Collection<SlotAddress> addresses) {
        return ask(Effect.NONE, open -> {
            Set<SlotAddress> locked = new HashSet<>();
            for (SqlFiles.Statement look : files.script("locked-rows")) {
                open.commitEach(true);
                Object all = Session.uuids(addresses);
                locked.addAll(open.rows(look, Map.of("address", all), row -> Session.address(row, 1)));
            }
            return locked;
        });
    }

    private <T> T ask(Effect failedEffect, Database.Call<T> call) {
        try {
            return call.on(session());
        } catch (SQLException failure) {
            database.failed(failure);
            discard();
            throw Trouble.of(failedEffect, failure, files.dialect());
        } catch (RuntimeException | Error failure) {
            discard();
            throw unreadable(failure);
        }
    }

    @Override
    public List<String> blockers() {
        Session open = session;
        return Blockers.of(database, open == null ? null : open.serverProcess());
    }

    /**
     * Waits once more for what a commit waits for. A wait for a synchronous standby that an administrator cancels is not a failure to
     * PostgreSQL: it says that the commit has succeeded, and warns. A commit that comes later is on the standby later.
     */
    private void replicate(Session open) throws SQLException {
        if (waiting.areThere(open)) {
            throw notReplicated("an earlier commit of this process still waits for a synchronous standby");
        }
        for (SqlFiles.Statement commit : files.script("await-replication")) {
            open.commitEach(true);
            open.rows(commit, Map.of(), row -> row.getString(1));
            if (open.hasWarned(commit)) {
                throw notReplicated("the wait for a synchronous standby was cancelled");
            }
        }
    }

    /** Of a commit that has been made: it is not known whether it counts. */
    private static SQLException notReplicated(String why) {
        return new SQLTransientConnectionException(why + ", and it may lack the commit", NOT_REPLICATED);
    }

    /** One attempt to commit. What it says of its effect depends on how far it came. */
    private final class Transaction {

        private final @Nullable RowWork work;
        private boolean maybeCommitted;
        private boolean working;
        private boolean mustForce;

        Transaction(@Nullable RowWork work) {
            this.work = work;
        }

        Map<SlotAddress, Long> commit(GroupRows rows) {
            List<SqlFiles.Statement> script = files.script(rows.isOneSave() ? "save-one" : "commit", rows.parts());
            try {
                Session open = session();
                waiting.requireNone(open);
                boolean single = work == null && script.size() == 1 && files.dialect() == Dialect.POSTGRESQL;
                open.commitEach(single);
                maybeCommitted = single;
                Map<SlotAddress, Long> passed = run(open, script, rows.parameters());
                boolean hasWarned = single ? open.hasWarned(script.get(0)) : finish(open, passed);
                if (hasWarned && !passed.isEmpty()) {
                    replicate(open);
                }
                return passed;
            } catch (SQLException failure) {
                database.failed(failure);
                giveUp(failure);
                throw failure(failure);
            } catch (CallersWork.Ended ended) {
                giveUp(ended);
                throw ended.told();
            } catch (Throwable failure) { // Also an Error, and what the caller's work throws without declaring it.
                giveUp(failure);
                throw unexpected(failure);
            }
        }

        private Map<SlotAddress, Long> run(
                Session open, List<SqlFiles.Statement> script, Map<String, @Nullable Object> parameters)
                throws SQLException {
            Map<SlotAddress, Long> passed = new HashMap<>();
            for (SqlFiles.Statement statement : script) {
                boolean needsPassed = statement.parameters().contains("passed");
                if (!needsPassed) {
                    open.rows(statement, parameters, row -> passed.put(Session.address(row, 1), row.getLong(2)));
                } else if (!passed.isEmpty()) {
                    parameters.put("passed", Session.uuids(passed.keySet()));
                    open.update(statement, parameters);
                }
            }
            return passed;
        }

        /** {@return whether the server has warned when it committed} */
        private boolean finish(Session open, Map<SlotAddress, Long> passed) throws SQLException {
            if (work != null && !passed.isEmpty()) {
                working = true;
                new CallersWork(database, open, passed).run(work);
                working = false;
            }
            maybeCommitted = true;
            mustForce = !passed.isEmpty();
            if (mustForce) {
                database.beginCommit(this, passed.keySet());
                boolean hasWarned = open.commitHasWarned();
                database.force(open);
                mustForce = false;
                database.endCommit(this);
                return hasWarned;
            }
            open.connection().commit();
            // What an earlier attempt has left may be what this one finds done already.
            database.forceWhatIsLeft(open, List.of());
            return false;
        }

        private void giveUp(Throwable failure) {
            if (mustForce) {
                database.notForced(failure);
                database.endCommit(this);
            }
            discard();
        }

        private DatabaseException unexpected(Throwable failure) {
            String what = working
                    ? OWN_WORK_FAILED
                    : maybeCommitted
                            ? "it is not known whether the database has committed, because something unexpected failed: "
                            : "something unexpected failed, and nothing was committed: ";
            return new DatabaseException(maybeCommitted ? Effect.UNKNOWN : Effect.NONE, false, what + failure, failure);
        }

        private DatabaseException failure(SQLException failure) {
            boolean unknown = maybeCommitted && (Trouble.mayBeDone(failure) || files.dialect() == Dialect.H2);
            return working && Trouble.isOfCaller(failure)
                    ? new DatabaseException(Effect.NONE, false, OWN_WORK_FAILED + failure, failure)
                    : Trouble.of(unknown ? Effect.UNKNOWN : Effect.NONE, failure, files.dialect());
        }
    }

    private void endTransaction() throws SQLException {
        Session open = session;
        if (open != null && !open.connection().getAutoCommit()) {
            open.connection().commit();
        }
    }

    private Session session() throws SQLException {
        Session open = session;
        if (open == null) {
            open = database.session();
            session = open;
            open.execute(
                    files.script("session"),
                    Map.of(
                            "lock_timeout",
                            String.valueOf(database.longestWaitForLock().toMillis())));
        }
        return open;
    }

    /** After a failure nothing is believed of a connection, and nothing may be committed on it any more. */
    private void discard() {
        Session open = session;
        session = null;
        if (open != null) {
            waiting.giveUp(open);
        }
    }

    @Override
    public void close() {
        Session open = session;
        session = null;
        if (open != null) {
            try {
                open.commitEach(true);
                open.execute(files.script("end-of-session"));
                open.close();
            } catch (SQLException gone) {
                open.discard();
            }
        }
    }
}
