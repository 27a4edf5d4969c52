// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.connection;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import java.util.Set;

/**
 * Lets the pool drop connections to an H2 database that has closed itself, as on a full disk. They say that they are valid, so that the pool would
 * hand them out again for half an hour, and no new one would open the file.
 */
final class ClosedDatabase implements SQLExceptionOverride {

    /** Closed by an error, closed by a command, connection broken, connection closed. */
    private static final Set<Integer> CLOSED = Set.of(90098, 90121, 90067, 90007);

    @java.lang.Override
    public SQLExceptionOverride.Override adjudicate(SQLException failure) {
        return CLOSED.contains(failure.getErrorCode())
                ? SQLExceptionOverride.Override.MUST_EVICT
                : SQLExceptionOverride.Override.CONTINUE_EVICT;
    }
}
