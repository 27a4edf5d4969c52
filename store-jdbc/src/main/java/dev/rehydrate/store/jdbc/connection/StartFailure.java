// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.connection;

import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Why a store could not be opened, in one sentence each. */
public final class StartFailure {

    private static final String H2_FILE_IN_USE = "90020";

    /** H2: input and output, a damaged file, a file or directory that cannot be made. */
    private static final Set<String> H2_FILE = Set.of("90028", "90030", "90031", "90034", "90062");

    /** PostgreSQL, and H2 without a right and without the rights of an administrator. */
    private static final Set<String> NO_RIGHT = Set.of("42501", "90096", "90040");

    private static final String NO_SUCH_DATABASE = "3D000";

    /** Of a user or a password, in both databases. */
    private static final String NOT_AUTHORIZED = "28";

    /** What Flyway advertises in its messages. */
    private static final String ADVICE_OF_FLYWAY =
            "Need more flexibility with validation rules\\?.*|Run Flyway with -X option.*|-{8,}";

    /** A prepared statement that is there already, or is not there: the session is that of another connection. */
    private static final Set<String> FOREIGN_SESSION = Set.of("42P05", "26000");

    /** As of an SQL transaction that is active. */
    static final String FOREIGN_TRANSACTION = "25001";

    public static final String POOLED =
            "the connections go through a pooler that gives each transaction another session, such as PgBouncer with"
                    + " pool_mode=transaction: settings, prepared statements and announcements would be lost or get to others;"
                    + " name the server itself, or a pool with pool_mode=session";

    private StartFailure() {}

    public static IllegalStateException of(JdbcStoreOptions options, Exception failure) {
        String state = String.valueOf(sqlState(failure));
        String why;
        if (H2_FILE_IN_USE.equals(state)) {
            why = "the file is open in another process; an H2 file belongs to one process at a time";
        } else if (H2_FILE.contains(state)) {
            why =
                    "the file cannot be opened or made: this process has to be able to write it and its directory, and it has to be a"
                            + " file of H2; restore one that is damaged from a backup";
        } else if (state.startsWith(NOT_AUTHORIZED)) {
            why = "the database does not accept the user or the password; correct them";
        } else if (NO_SUCH_DATABASE.equals(state)) {
            why = "the server has no such database; create it, or correct the URL";
        } else if (NO_RIGHT.contains(state)) {
            why = "the user of the database lacks a right; grant it, or name another user";
        } else if (FOREIGN_SESSION.contains(state)) {
            why = POOLED;
        } else if (FOREIGN_TRANSACTION.equals(state)) {
            why =
                    "the connections of the data source belong to a transaction of others, such as one of XA or JTA: open the store"
                            + " outside of transactions, or give it a data source that no manager of transactions knows";
        } else if (String.valueOf(failure.getMessage()).contains("driver")) {
            why = "there is no driver for this URL on the class path; write it as jdbc:postgresql://host/name or"
                    + " jdbc:h2:file:/path, and add org.postgresql:postgresql or com.h2database:h2";
        } else {
            why = "the database does not answer; start it, or correct URL, user and password";
        }
        return because(options, why + " (" + said(failure) + ")", failure);
    }

    /** Flyway reports a missing right in the same way as tables of another version. */
    public static IllegalStateException ofTables(JdbcStoreOptions options, RuntimeException failure) {
        String tables = "the tables in schema '" + options.schema() + "'";
        String why = NO_RIGHT.contains(String.valueOf(sqlState(failure)))
                ? "the user of the database may not read or create " + tables
                        + "; grant it usage and create on the schema, and create on the database if the schema is not there, or let a"
                        + " user who has these rights open the store once, and grant usage on the schema and select on its tables"
                : tables
                        + " are not of the version of this store, or could not be made; use the store that made them or a newer one,"
                        + " or let this one apply its migrations";
        String said = Objects.toString(failure.getMessage(), "").replaceAll("\\s+", " ");
        return because(
                options, why + " (" + said.replaceAll(ADVICE_OF_FLYWAY, "").strip() + ")", failure);
    }

    public static IllegalStateException because(JdbcStoreOptions options, String why, @Nullable Throwable cause) {
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

    /** What the driver says, and what it was told by the system, if that is something else. */
    private static String said(Throwable failure) {
        Throwable innermost = failure;
        String said = "";
        while (innermost.getCause() != null) {
            innermost = innermost.getCause();
            if (said.isEmpty() && innermost instanceof SQLException) {
                said = Objects.toString(innermost.getMessage(), "");
            }
        }
        String root =
                Objects.toString(innermost.getMessage(), innermost.getClass().getSimpleName());
        String both = said.isEmpty() || said.contains(root) ? (said.isEmpty() ? root : said) : said + ": " + root;
        return both.replaceAll("\\s+", " ");
    }
}
