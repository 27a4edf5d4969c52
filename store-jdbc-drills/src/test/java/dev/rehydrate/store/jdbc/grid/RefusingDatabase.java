// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import java.sql.SQLException;
import java.util.Set;

/** A database that can be away: it gives no connections then, and those that it has given are broken. */
final class RefusingDatabase extends InterceptedDatabase {

    private static final Set<String> ASKED =
            Set.of("getConnection", "execute", "executeQuery", "executeUpdate", "executeBatch", "commit");
    private static final String NO_CONNECTION = "08006";

    private volatile boolean isAway;

    void away(boolean yes) {
        isAway = yes;
    }

    boolean isAway() {
        return isAway;
    }

    @Override
    void call(String method) throws SQLException {
        if (isAway && ASKED.contains(method)) {
            throw new SQLException("the database is away", NO_CONNECTION);
        }
    }
}
