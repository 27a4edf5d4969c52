// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.store.jdbc.connection.SqlFiles;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Names the sessions of others that keep a session of the server waiting. */
final class Blockers {

    private static final int NONE = 0;

    private Blockers() {}

    /**
     * Asks on a connection of its own, for the session that waits cannot be asked.
     *
     * @param process the server's process of a session, or null if it has none; what it waits for counts, and if it does not wait, what has
     *     locked something
     * @return the sessions, for people; empty if there are none, or the database does not say
     */
    static List<String> of(Database database, @Nullable Integer process) {
        List<String> found = new ArrayList<>();
        try {
            for (SqlFiles.Statement look : database.files().script("blockers")) {
                found.addAll(database.call(
                        Effect.NONE,
                        session -> session.rows(
                                look, Map.of("process", process == null ? NONE : process), Blockers::told)));
            }
        } catch (StorageException notAnswered) {
            // What is asked for is only told.
        }
        return found;
    }

    private static String told(ResultSet row) throws SQLException {
        String application = row.getString(3);
        String state = row.getString(4);
        OffsetDateTime since = row.getObject(5, OffsetDateTime.class);
        Instant begin = since == null ? null : since.toInstant();
        return "session " + row.getInt(1) + " of user " + row.getString(2)
                + (application == null || application.isEmpty() ? "" : " (" + application + ")")
                + (state == null ? "" : ", " + state)
                + (begin == null ? "" : ", in a transaction since " + begin);
    }
}
