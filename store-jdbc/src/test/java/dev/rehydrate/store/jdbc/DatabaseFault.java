// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** What can happen to a session at a step of its thread. */
enum DatabaseFault {
    /** The server ends the session, such as by {@code pg_terminate_backend}, before it gets the statement. */
    ENDED_BEFORE,
    /** The statement is done, and its answer does not come. */
    ANSWER_LOST,
    /** Another transaction was preferred. */
    DEADLOCK,
    /** An administrator cancels the statement ({@code pg_cancel_backend}), or {@code statement_timeout} does. */
    CANCELED,
    /** {@code lock_timeout}: another transaction has the row, such as a migration by hand. */
    LOCKED,
    /** The transaction was idle for longer than the server lets it, as work that does other things for a while. */
    IDLE_FOR_TOO_LONG;

    @Nullable
    Object happen(Connection real, FaultySource.Step step) throws Throwable {
        switch (this) {
            case ENDED_BEFORE -> {
                end(real);
                return step.go();
            }
            case ANSWER_LOST -> {
                var unused = step.go();
                end(real);
                throw new SQLException("the connection was reset", "08006");
            }
            case DEADLOCK -> {
                if (!real.getAutoCommit()) {
                    real.rollback();
                }
                throw new SQLException("deadlock detected", "40P01");
            }
            case CANCELED -> throw refusal(real, "select pg_cancel_backend(pg_backend_pid()), pg_sleep(30)");
            case LOCKED -> throw refusal(real, "do $$ begin raise exception using errcode = '55P03'; end $$");
            default -> {
                end(real);
                throw new SQLException("FATAL: terminating connection due to idle-in-transaction timeout", "25P03");
            }
        }
    }

    /** {@return what the server says}, and leaves the transaction as the server does: it takes no more statements. */
    private static SQLException refusal(Connection real, String refused) {
        try (Statement statement = real.createStatement()) {
            statement.execute(refused);
        } catch (SQLException said) {
            return said;
        }
        throw new AssertionError("done: " + refused);
    }

    private static void end(Connection real) throws SQLException {
        int process;
        try (Statement statement = real.createStatement();
                ResultSet found = statement.executeQuery("select pg_backend_pid()")) {
            found.next();
            process = found.getInt(1);
        }
        TestDatabase.POSTGRESQL.execute("select pg_terminate_backend(" + process + ", 5000)");
    }
}
