// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.connection;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.store.jdbc.commit.DatabaseException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.List;
import java.util.Set;

/** What a failure of the database means. */
public final class Trouble {

    /**
     * The server has ended the session: the connection is lost, and an answer with it. Two are for transactions that waited or took for
     * too long, as while this process stood still. The last one is the standard's <em>statement completion unknown</em>: what stands
     * between this process and the data, such as a proxy or a distributed database, has lost the answer.
     */
    private static final List<String> LOST = List.of("08", "57P", "25P03", "25P04", "40003");

    /** Resources, rollbacks, cancellations, system errors; a server that takes no writes after a failover. */
    private static final List<String> PASSING = List.of("40", "53", "55P03", "57", "58", "25006", "HYT");

    /** H2: broken or closed connection, input and output, closed database, lock and insert lost to another session. */
    private static final Set<String> PASSING_IN_H2 =
            Set.of("90067", "90007", "90028", "90031", "90098", "90121", "90131", "23505");

    /** The driver of PostgreSQL, of an answer that was closed while it was read, as by a pool that takes its connections back. */
    private static final String CLOSED = "55000";

    private static final String NO_PRIMARY = "25006";
    private static final String CANCELED = "57014";

    /** PostgreSQL: mostly a row of an index, which has room for a third of a page. */
    private static final String TOO_LONG = "54000";

    private Trouble() {}

    /** Whether it is not known what became of a statement that was sent. */
    public static boolean isLost(SQLException failure) {
        String state = failure.getSQLState();
        return state == null || LOST.stream().anyMatch(state::startsWith);
    }

    /**
     * Whether a statement that failed may have been carried out: its answer is lost, or it came and could not be taken. When memory is short, a
     * driver tells its own {@code OutOfMemoryError} with the state that a server has for its memory; only the cause shows which of them it is.
     */
    public static boolean mayBeDone(SQLException failure) {
        return isLost(failure) || failure.getCause() instanceof Error || CLOSED.equals(failure.getSQLState());
    }

    /** Whether another server may answer next. */
    public static boolean isOfServer(SQLException failure) {
        return isLost(failure) || NO_PRIMARY.equals(failure.getSQLState());
    }

    /** Whether the server was given up because it took too long. */
    public static boolean isLate(SQLException failure) {
        return CANCELED.equals(failure.getSQLState()) || failure.getCause() instanceof SocketTimeoutException;
    }

    /** How it is told, before what the driver says. A server that refuses has answered, and will refuse again. */
    public static String told(SQLException failure, Dialect dialect) {
        if (isLate(failure)) {
            return "the database took too long: ";
        }
        return isTransient(failure, dialect) ? "the database does not answer: " : "the database has refused: ";
    }

    public static boolean isTransient(SQLException failure, Dialect dialect) {
        String state = failure.getSQLState();
        return failure instanceof SQLTransientException
                || failure instanceof SQLRecoverableException
                || failure instanceof SQLNonTransientConnectionException
                || isLost(failure)
                || PASSING.stream().anyMatch(state::startsWith)
                || (dialect == Dialect.H2 && PASSING_IN_H2.contains(state));
    }

    /**
     * Whether it is the caller's own work that has failed, and would fail again: a constraint, or an exception without a state, as it is
     * made by hand. Drivers tell a state.
     */
    public static boolean isOfCaller(SQLException failure) {
        String state = failure.getSQLState();
        boolean saysThatItPasses =
                failure instanceof SQLTransientException || failure instanceof SQLRecoverableException;
        return state == null ? !saysThatItPasses : state.startsWith("23");
    }

    public static DatabaseException of(Effect effect, SQLException failure, Dialect dialect) {
        String what = effect == Effect.UNKNOWN
                ? "the database did not say whether it has committed: "
                : TOO_LONG.equals(failure.getSQLState())
                        ? "a name of a value, a definition or a host type is too long for an index of the database, which has room for"
                                + " about 2500 bytes, and nothing was committed: "
                        : "the database has refused, and nothing was committed: ";
        return new DatabaseException(effect, isTransient(failure, dialect), what + failure.getMessage(), failure);
    }
}
