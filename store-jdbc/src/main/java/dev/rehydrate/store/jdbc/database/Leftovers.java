// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;

/**
 * Removes what a migration has left that was ended in the middle, before it is run again. H2 commits each of its statements, so that
 * otherwise the second run finds the index that the first one has made, and the file could not be opened any more. PostgreSQL
 * commits a migration as a whole.
 *
 * @param files those named {@code before-V} and the version; a migration that is a single statement needs none
 */
record Leftovers(SqlFiles files) implements Callback {

    /** Forgets that migrations have failed: whatever was the reason, such as a full disk, they are tried again. */
    void forgetFailures(Connection connection) throws SQLException {
        run(connection, "forget-failures");
    }

    private void run(Connection connection, String script) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (SqlFiles.Statement each : files.script(script)) {
                statement.execute(each.sql());
            }
        }
    }

    @Override
    public boolean supports(Event event, Context context) {
        return event == Event.BEFORE_EACH_MIGRATE;
    }

    @Override
    public boolean canHandleInTransaction(Event event, Context context) {
        return true;
    }

    @Override
    public void handle(Event event, Context context) {
        String script = "before-V" + context.getMigrationInfo().getVersion();
        try {
            run(context.getConnection(), script);
        } catch (SQLException failure) {
            throw new FlywayException(script + " failed: " + failure.getMessage(), failure);
        }
    }

    @Override
    public String getCallbackName() {
        return "leftovers";
    }
}
