// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Why a store could not be opened, in one sentence each. */
final class StartFailure {

    private static final String H2_FILE_IN_USE = "90020";

    /** A prepared statement that is there already, or is not there: the session is that of another connection. */
    private static final Set<String> FOREIGN_SESSION = Set.of("42P05", "26000");

    /** As of an SQL transaction that is active. */
    static final String FOREIGN_TRANSACTION = "25001";

    static final String POOLED =
            "the connections go through a pooler that gives each transaction another session, such as PgBouncer with"
                    + " pool_mode=transaction: settings, prepared statements and announcements would be lost or get to others;"
                    + " name the server itself, or a pool with pool_mode=session";

    private StartFailure() {}

    static IllegalStateException of(JdbcStoreOptions options, Exception failure) {
        String state = sqlState(failure);
        String why;
        if (H2_FILE_IN_USE.equals(state)) {
            why = "the file is open in another process; an H2 file belongs to one process at a time";
        } else if (FOREIGN_SESSION.contains(String.valueOf(state))) {
            why = POOLED;
        } else if (FOREIGN_TRANSACTION.equals(state)) {
            why =
                    "the connections of the data source belong to a transaction of others, such as one of XA or JTA: open the store"
                            + " outside of transactions, or give it a data source that no manager of transactions knows";
        } else if (String.valueOf(failure.getMessage()).contains("driver")) {
            why =
                    "there is no driver for this URL on the class path; add org.postgresql:postgresql or com.h2database:h2";
        } else {
            why = "the database does not answer; start it, or correct URL, user and password";
        }
        return because(options, why + " (" + innermost(failure).getMessage() + ")", failure);
    }

    static IllegalStateException because(JdbcStoreOptions options, String why, @Nullable Throwable cause) {
        return new IllegalStateException(
                "no store could be opened, nothing was changed: " + why + "; " + options, cause);
    }

    private static @Nullable String sqlState(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof SQLException sql && sql.getSQLState() != null) {
                return sql.getSQLState();
            }
        }
        return null;
    }

    private static Throwable innermost(Throwable failure) {
        Throwable innermost = failure;
        while (innermost.getCause() != null) {
            innermost = innermost.getCause();
        }
        return innermost;
    }
}
