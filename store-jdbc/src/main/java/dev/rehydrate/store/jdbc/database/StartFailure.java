// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Why a store could not be opened, in one sentence each. */
final class StartFailure {

    private static final String H2_FILE_IN_USE = "90020";

    private StartFailure() {}

    static IllegalStateException of(JdbcStoreOptions options, Exception failure) {
        String state = sqlState(failure);
        String why;
        if (H2_FILE_IN_USE.equals(state)) {
            why = "the file is open in another process; an H2 file belongs to one process at a time";
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
