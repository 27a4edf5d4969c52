// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.start;

import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import dev.rehydrate.store.jdbc.connection.Connections;
import dev.rehydrate.store.jdbc.connection.Dialect;
import dev.rehydrate.store.jdbc.connection.Session;
import dev.rehydrate.store.jdbc.connection.SqlFiles;
import dev.rehydrate.store.jdbc.connection.StartFailure;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/**
 * Whether a data source gives as many connections at a time as a store keeps, and each of them a session of its own. A store with too few
 * would open, and then wait for its own connections until its commands and leases end.
 */
public record ConnectionCheck(DataSource source, Dialect dialect, JdbcStoreOptions options) {

    /**
     * Takes connections, and gives them back.
     *
     * @param needed how many are needed at a time, at least 2
     * @throws IllegalStateException if there are fewer, or they have no session of their own
     * @throws SQLException if there is none
     */
    public void require(int needed) throws SQLException {
        List<Session> taken = new ArrayList<>();
        try {
            while (taken.size() < needed) {
                taken.add(next(taken.size(), needed));
            }
            if (dialect == Dialect.POSTGRESQL
                    && (isShared(taken.get(0), taken.get(1)) || isShared(taken.get(1), taken.get(0)))) {
                throw StartFailure.because(options, StartFailure.POOLED, null);
            }
        } finally {
            taken.forEach(ConnectionCheck::giveBack);
        }
    }

    private static void giveBack(Session session) {
        try {
            session.close();
        } catch (SQLException lost) {
            session.discard();
        }
    }

    private Session next(int taken, int needed) throws SQLException {
        try {
            return new Session(Connections.of(source), dialect, Session.SILENCE_OF_QUERY, false);
        } catch (SQLException failure) {
            if (taken == 0) {
                throw failure;
            }
            throw StartFailure.because(
                    options,
                    "of the " + needed + " connections that it keeps at the same time, it was given " + taken
                            + "; let the pool or the server give more, or take fewer lanes ("
                            + failure.getMessage() + ")",
                    failure);
        }
    }

    /** A pooler gives the session that was used last to the next transaction; the one that had it before gets another one. */
    private boolean isShared(Session one, Session other) throws SQLException {
        int before = process(one);
        other.change(false);
        try {
            return process(other) == before || process(one) != before;
        } finally {
            other.connection().rollback();
            other.commitEach(true);
        }
    }

    private static int process(Session session) throws SQLException {
        SqlFiles files = new SqlFiles(Dialect.POSTGRESQL, "");
        return session.rows(files.statement("process"), Map.of(), row -> row.getInt(1))
                .get(0);
    }
}
