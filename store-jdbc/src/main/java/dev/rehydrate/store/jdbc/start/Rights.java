// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.start;

import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import dev.rehydrate.store.jdbc.connection.Connections;
import dev.rehydrate.store.jdbc.connection.Session;
import dev.rehydrate.store.jdbc.connection.SqlFiles;
import dev.rehydrate.store.jdbc.connection.StartFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** What the user of a store must be allowed to do with the tables. */
public final class Rights {

    private static final String STATEMENT = "missing-rights";

    private Rights() {}

    /**
     * Asks the database which rights are missing, so that not each command finds that out for itself. A user of H2 who may force the
     * file to the disk may do everything, so H2 is not asked.
     *
     * @throws IllegalStateException if one is missing; names them all
     */
    public static void require(DataSource source, SqlFiles files, JdbcStoreOptions options) throws SQLException {
        if (files.script(STATEMENT).isEmpty()) {
            return;
        }
        List<String> missing;
        try (Connection connection = Connections.of(source);
                Session session = new Session(connection, files.dialect(), Session.SILENCE_OF_QUERY, true)) {
            missing = session.rows(files.statement(STATEMENT), Map.of(), row -> row.getString(1));
        }
        if (!missing.isEmpty()) {
            throw StartFailure.because(
                    options,
                    "the user of the database lacks rights on the tables in schema '" + options.schema() + "': "
                            + String.join(", ", missing)
                            + "; grant select, insert, update, delete on all tables in the schema, and usage on its sequence",
                    null);
        }
    }
}
