// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.jdbc.RowWork;
import dev.rehydrate.store.jdbc.commit.DatabaseException;
import dev.rehydrate.store.jdbc.commit.StoredSlot;
import dev.rehydrate.store.jdbc.connection.LentConnection;
import dev.rehydrate.store.jdbc.connection.Session;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The caller's own work in the transaction of a command, and what became of that transaction. The lent connection refuses to end it.
 * SQL that ends it is not refused, because only the database knows which does: {@code COMMIT}, a procedure, and in H2 each statement
 * that changes a table. So the database is asked afterwards whether it is still the same transaction. If it is not, or if the work
 * has failed, the row tells whether the write of the command was committed.
 */
final class CallersWork {

    private static final String ENDED =
            "the caller's own work has ended the transaction by SQL that commits or rolls back";

    private final Database database;
    private final Session session;
    private final Map<SlotAddress, Long> written;

    /**
     * Prepares the work.
     *
     * @param database the database
     * @param session in the transaction of the command, of which the write was made
     * @param written the new versions of its rows
     */
    CallersWork(Database database, Session session, Map<SlotAddress, Long> written) {
        this.database = database;
        this.session = session;
        this.written = written;
    }

    /** The work has ended the transaction: what to tell of that, and not of what else has failed. */
    static final class Ended extends RuntimeException {

        private static final long serialVersionUID = 1;

        private final RuntimeException told;

        private Ended(RuntimeException told) {
            super(told);
            this.told = told;
        }

        RuntimeException told() {
            return told;
        }
    }

    /**
     * Does the work.
     *
     * @throws SQLException if it fails, or leaves the transaction unusable
     * @throws Ended with a {@link DatabaseException} if the command has no effect, and with a {@link StorageException} if it has taken
     *     effect
     */
    void run(RowWork work) throws SQLException {
        session.allowSilence(Session.SILENCE_OF_QUERY);
        String transaction = transaction();
        boolean isDone = false;
        try {
            LentConnection.lend(session.connection(), work);
            isDone = Objects.equals(transaction, transaction());
        } catch (Throwable failure) { // Also an Error, and what the work throws without declaring it.
            requireUndone(failure);
            throw failure;
        }
        if (!isDone) {
            requireUndone(null);
            throw new Ended(new DatabaseException(
                    Effect.NONE, false, ENDED + ", and nothing of the command was committed", null));
        }
        session.allowSilence(database.silence());
    }

    private @Nullable String transaction() throws SQLException {
        List<@Nullable String> found =
                session.rows(database.files().statement("transaction"), Map.of(), row -> row.getString(1));
        return found.get(0);
    }

    /** A write that the work has committed must not be reported as not made. */
    private void requireUndone(@Nullable Throwable failure) {
        if (isCommitted()) {
            force();
            throw new Ended(new StorageException(
                    Effect.UNKNOWN,
                    ENDED + ", and the command has taken effect: repeat it to be told so, without the work"
                            + (failure == null ? "" : ", which has failed afterwards: " + failure),
                    failure));
        }
    }

    private void force() {
        try {
            database.force(session);
        } catch (SQLException failure) {
            database.notForced(failure);
        }
    }

    private boolean isCommitted() {
        try {
            if (!session.connection().getAutoCommit()) {
                session.connection().rollback();
            }
            for (Map.Entry<SlotAddress, Long> each : written.entrySet()) {
                List<Long> versions = session.rows(
                        database.files().statement("version"),
                        Map.of("address", Session.uuid(each.getKey())),
                        row -> row.getLong(1));
                Long version = versions.isEmpty() ? Long.valueOf(StoredSlot.ABSENT) : versions.get(0);
                if (!version.equals(each.getValue())) {
                    return false;
                }
            }
        } catch (SQLException | RuntimeException lost) {
            // A session that was lost is rolled back by the server, unless the work has committed before.
            return false;
        }
        return true;
    }
}
