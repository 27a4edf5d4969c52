// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.start;

import dev.rehydrate.store.jdbc.connection.Connections;
import dev.rehydrate.store.jdbc.connection.SqlFiles;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationVersion;

/**
 * Removes what a migration has left that was ended in the middle, before it is run again. H2 commits each of its statements, so that
 * otherwise the second run finds the index that the first one has made, and the file could not be opened any more. PostgreSQL
 * commits a migration as a whole.
 *
 * @param files those named {@code before-V} and the version; a migration that is a single statement needs none
 * @param source where the tables are
 */
record Leftovers(SqlFiles files, DataSource source) {

    private static final MigrationVersion FIRST = MigrationVersion.fromVersion("1");
    /** The type of what Flyway notes when it makes the schema. */
    private static final String SCHEMA = "SCHEMA";
    /** H2: there is none, perhaps one with a similar name. */
    private static final Set<String> NO_TABLE = Set.of("42S02", "42S03", "42S04");

    /**
     * To be called before migrations are applied, and not beside it: what is being made would look like what was left. A callback of
     * Flyway would be called in the right moment, and has another form in 11.14 than in 11.8.
     */
    void remove(Flyway flyway) throws SQLException {
        MigrationInfo[] applied = flyway.info().applied();
        if (applied.length == 0) {
            return;
        }
        if (Stream.of(applied).anyMatch(migration -> migration.getState().isFailed())) {
            // Whatever was the reason, such as a full disk, it is tried again.
            run("forget-failures");
        }
        for (MigrationInfo pending : flyway.info().pending()) {
            if (!FIRST.equals(pending.getVersion()) || isOurs(applied)) {
                run("before-V" + pending.getVersion());
            }
        }
    }

    /**
     * Whether what is in the way of the first migration can only be what it has left: the schema was made for it, and no store was ever
     * open. In a schema that was there before, a table of the same name may be another one.
     */
    private boolean isOurs(MigrationInfo[] applied) throws SQLException {
        return Stream.of(applied).anyMatch(each -> SCHEMA.equals(each.getType().name())) && !hasSlots();
    }

    private boolean hasSlots() throws SQLException {
        SqlFiles.Statement any = files.statement("any-slot");
        try (Connection connection = Connections.of(source);
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(any.sql())) {
            return found.next();
        } catch (SQLException failure) {
            if (NO_TABLE.contains(String.valueOf(failure.getSQLState()))) {
                return false;
            }
            throw failure;
        }
    }

    private void run(String script) throws SQLException {
        try (Connection connection = Connections.of(source);
                Statement statement = connection.createStatement()) {
            for (SqlFiles.Statement each : files.script(script)) {
                statement.execute(each.sql());
            }
            if (!connection.getAutoCommit()) {
                connection.commit();
            }
        }
    }
}
