// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.start;

import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import dev.rehydrate.store.jdbc.connection.Connections;
import dev.rehydrate.store.jdbc.connection.Session;
import dev.rehydrate.store.jdbc.connection.SqlFiles;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The view of the instances, for people and reports. No store reads it, so it is no part of the version of the tables: a node of an
 * earlier release, which refuses tables of a newer version, works on with a view that it did not make. The view of the first version had
 * no comment, by which it is known.
 */
final class ReportView {

    private static final Logger LOG = LoggerFactory.getLogger("dev.rehydrate.store");

    private ReportView() {}

    /** Replaces a view of the first version. Whether that succeeds is no concern of a store: it is told, and tried at the next start. */
    static void replace(DataSource source, SqlFiles files, JdbcStoreOptions options) {
        try {
            Session session = new Session(Connections.of(source), files.dialect(), Session.SILENCE_OF_QUERY, true);
            try {
                replace(session, files);
            } catch (SQLException failure) {
                session.discard();
                throw failure;
            }
            session.close();
        } catch (SQLException failure) {
            LOG.warn(
                    "the view {}.instances could not be replaced ({}); reports that read it see a due time and an expiry of the year 1 for"
                            + " instances that have none. Nothing else is wrong. It is tried again when a store is opened by a user who"
                            + " owns the view",
                    options.schema(),
                    failure.getMessage());
        }
    }

    private static void replace(Session session, SqlFiles files) throws SQLException {
        boolean isCurrent =
                session.rows(files.statement("view-comment"), Map.of(), row -> row.getString(1) != null).stream()
                        .anyMatch(Boolean::booleanValue);
        if (!isCurrent) {
            session.commitEach(false);
            session.execute(files.script("view"));
            session.commitEach(true);
        }
    }
}
