// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import dev.rehydrate.store.jdbc.connection.Session;
import dev.rehydrate.store.jdbc.connection.SqlFiles;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sessions that were given up, and that may go on on the server. One that waits for a synchronous standby does not notice that its client has gone:
 * it stays until the standby answers, and the next attempt to commit would be one more. So none is made while one waits. Used by many
 * threads.
 */
final class WaitingCommits {

    private static final String NO_REPLICATION = "53000";

    private final Set<Integer> givenUp = ConcurrentHashMap.newKeySet();
    private final SqlFiles files;

    WaitingCommits(SqlFiles files) {
        this.files = files;
    }

    /** Gives a session up after a failure. The server may go on with what it was asked to do. */
    void giveUp(Session session) {
        Integer process = session.serverProcess();
        if (process != null) {
            givenUp.add(process);
        }
        session.discard();
    }

    /** Changes rows on a session that commits each statement. */
    int update(Session session, SqlFiles.Statement statement, Map<String, ?> parameters) throws SQLException {
        requireNone(session);
        return session.update(statement, parameters);
    }

    /**
     * Fails while a session that was given up waits for a standby.
     *
     * @param session a session that has not been asked to commit anything yet
     */
    void requireNone(Session session) throws SQLException {
        if (areThere(session)) {
            throw new SQLTransientException(
                    "an earlier commit of this process still waits for a synchronous standby, and until it has ended no other one is tried",
                    NO_REPLICATION);
        }
    }

    /** {@return whether a session that was given up waits for a standby} */
    boolean areThere(Session session) throws SQLException {
        if (givenUp.isEmpty()) {
            return false;
        }
        Set<Integer> before = Set.copyOf(givenUp);
        Set<Integer> waiting = new HashSet<>();
        for (SqlFiles.Statement look : files.script("waiting-commits")) {
            Object processes = new Session.ArrayParameter("int4", before.toArray(Integer[]::new));
            waiting.addAll(session.rows(look, Map.of("processes", processes), row -> row.getInt(1)));
        }
        before.stream().filter(process -> !waiting.contains(process)).forEach(givenUp::remove);
        return !waiting.isEmpty();
    }
}
