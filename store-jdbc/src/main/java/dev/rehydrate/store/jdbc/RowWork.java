// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** What a caller does to rows of its own in the transaction of a command. */
@FunctionalInterface
public interface RowWork {

    /**
     * Changes rows of the caller. It may be called again after a transaction that was rolled back; only one is committed. On
     * PostgreSQL each of its statements may take 30 s; one that waits longer for a lock than a commit of the store may (a third of
     * the lease or half of the patience, less a fifth) fails, and the command is tried again.
     *
     * @param connection in the transaction; it refuses to be committed, rolled back (but to a savepoint) or closed, and is not to be used
     *     after the return, nor what was made on it. SQL must not end the transaction either: if it does, the command fails, without effect
     *     after a rollback, and as one whose outcome is unknown after a commit, which a repeat settles
     * @throws SQLException if it fails; then nothing is committed, and the command has no effect. One without an SQL state is not tried again
     */
    void run(Connection connection) throws SQLException;
}
