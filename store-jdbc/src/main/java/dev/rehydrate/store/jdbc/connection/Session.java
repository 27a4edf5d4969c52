// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.connection;

import dev.rehydrate.slot.SlotAddress;
import java.sql.Blob;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGStatement;

/**
 * A connection and its prepared statements. Used by one thread at a time. It commits each statement by itself, also if the data source
 * hands connections out that do not, until its user begins a transaction. It is in READ COMMITTED: where a guard finds that another
 * writer was faster, it shall find that row, and not fail together with all that is committed with it.
 */
public final class Session implements AutoCloseable {

    /** For how long the server may be silent when it is asked what can be much. No lease and no save waits for that. */
    public static final Duration SILENCE_OF_QUERY = Duration.ofSeconds(30);

    /** What H2 takes as an array of bytes at most. */
    private static final int LARGEST_BINARY = 1 << 20;

    private static final String READ_ONLY = "25006";

    private final Connection connection;
    private final Dialect dialect;
    private final int networkTimeoutBefore;
    private final boolean autoCommitBefore;
    private final int isolationBefore;
    private final @Nullable Integer serverProcess;
    private boolean plansAnew;
    private int longestSeconds;
    private final Map<SqlFiles.Statement, PreparedStatement> prepared = new HashMap<>();

    /**
     * Begins to use a connection.
     *
     * @param connection the connection
     * @param dialect its database
     * @param silence for how long the server may be silent before the connection counts as lost; H2 has no server
     * @param isolated whether the connection may come with another isolation than READ COMMITTED, which costs a question
     */
    public Session(Connection connection, Dialect dialect, Duration silence, boolean isolated) throws SQLException {
        this.connection = connection;
        this.dialect = dialect;
        try {
            networkTimeoutBefore = dialect == Dialect.POSTGRESQL ? connection.getNetworkTimeout() : 0;
            autoCommitBefore = connection.getAutoCommit();
            allowSilence(silence);
            change(true);
            isolationBefore = isolated ? connection.getTransactionIsolation() : Connection.TRANSACTION_READ_COMMITTED;
            isolate(Connection.TRANSACTION_READ_COMMITTED);
            serverProcess = isOfDriver() ? connection.unwrap(PGConnection.class).getBackendPID() : null;
        } catch (SQLException | Error unusable) {
            try (connection) {
                throw unusable;
            }
        } catch (RuntimeException unusable) {
            try (connection) {
                throw Connections.none(unusable);
            }
        }
    }

    /**
     * Changes whether each statement is committed by itself. A transaction that is open is committed if the mode changes.
     *
     * @param each false to begin a transaction with the next statement
     */
    public void commitEach(boolean each) throws SQLException {
        if (connection.getAutoCommit() != each) {
            connection.setAutoCommit(each);
        }
    }

    /**
     * As {@link #commitEach}, while no transaction is open. A connection that refuses that is in a transaction that others will end, as
     * a manager of transactions hands them out.
     */
    public void change(boolean each) throws SQLException {
        try {
            commitEach(each);
        } catch (SQLException refused) {
            throw refused.getSQLState() != null && Trouble.isTransient(refused, dialect)
                    ? refused
                    : new SQLException(refused.getMessage(), StartFailure.FOREIGN_TRANSACTION, refused);
        }
    }

    /** Whether the connection came with another isolation than READ COMMITTED. */
    public boolean wasIsolated() {
        return isolationBefore != Connection.TRANSACTION_READ_COMMITTED;
    }

    /**
     * Checks that this is not a session on a standby, to which a URL with several hosts, a proxy or a failover can lead. A standby
     * answers with what it has heard of so far, and nothing may be concluded from that. The server has said at login what it is.
     */
    public void requirePrimary() throws SQLException {
        if (!isOfDriver() || !"on".equals(connection.unwrap(PGConnection.class).getParameterStatus("in_hot_standby"))) {
            return;
        }
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("select pg_is_in_recovery()")) {
            if (found.next() && found.getBoolean(1)) {
                throw new SQLTransientConnectionException(
                        "the server is a standby, which may lack what was committed", READ_ONLY);
            }
        }
    }

    private boolean isOfDriver() throws SQLException {
        return dialect == Dialect.POSTGRESQL && connection.isWrapperFor(PGConnection.class);
    }

    /** {@return the process of the server that serves this session; null if that is not known} */
    @Nullable
    public Integer serverProcess() {
        return serverProcess;
    }

    private void isolate(int level) throws SQLException {
        if (wasIsolated()) {
            connection.setTransactionIsolation(level);
        }
    }

    /**
     * Changes for how long the server may be silent.
     *
     * @param silence for how long, from the next statement on
     */
    public void allowSilence(Duration silence) throws SQLException {
        if (dialect == Dialect.POSTGRESQL) {
            connection.setNetworkTimeout(Runnable::run, Math.toIntExact(silence.toMillis()));
        }
    }

    /**
     * From now on each statement is planned anew. Otherwise PostgreSQL may plan one that is often run once for all values of its
     * parameters, and a plan that is good for a rare value is very bad for a frequent one.
     *
     * @param longest how long each statement may take before the server ends it
     */
    public Session searching(Duration longest) {
        plansAnew = true;
        longestSeconds = Math.toIntExact(Math.max(1, longest.toSeconds()));
        return this;
    }

    /** Reads one row. */
    public interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** An array as a parameter. */
    public static final class ArrayParameter {

        private final String type;
        private final @Nullable Object[] elements;

        /**
         * Takes an array.
         *
         * @param type the type of its elements, in the words of PostgreSQL
         * @param elements with their own type; not copied
         */
        public ArrayParameter(String type, @Nullable Object[] elements) {
            this.type = type;
            this.elements = elements;
        }
    }

    public static UUID uuid(SlotAddress at) {
        return new UUID(at.high(), at.low());
    }

    public static ArrayParameter uuids(Iterable<SlotAddress> addresses) {
        List<UUID> uuids = new ArrayList<>();
        addresses.forEach(at -> uuids.add(uuid(at)));
        return new ArrayParameter("uuid", uuids.toArray(UUID[]::new));
    }

    public static ArrayParameter texts(Collection<String> texts) {
        return new ArrayParameter("text", texts.toArray(String[]::new));
    }

    public static SlotAddress address(ResultSet row, int column) throws SQLException {
        UUID uuid = row.getObject(column, UUID.class);
        return new SlotAddress(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
    }

    public Connection connection() {
        return connection;
    }

    public <T> List<T> rows(SqlFiles.Statement statement, Map<String, ?> parameters, RowReader<T> reader)
            throws SQLException {
        List<T> rows = new ArrayList<>();
        try (ResultSet found = bound(statement, parameters).executeQuery()) {
            while (found.next()) {
                rows.add(reader.read(found));
            }
        }
        return rows;
    }

    public int update(SqlFiles.Statement statement, Map<String, ?> parameters) throws SQLException {
        return bound(statement, parameters).executeUpdate();
    }

    public void execute(List<SqlFiles.Statement> script) throws SQLException {
        execute(script, Map.of());
    }

    public void execute(List<SqlFiles.Statement> script, Map<String, ?> parameters) throws SQLException {
        for (SqlFiles.Statement statement : script) {
            bound(statement, parameters).execute();
        }
    }

    /** {@return whether the server has warned while this statement, or its commit, was carried out last} */
    public boolean hasWarned(SqlFiles.Statement statement) throws SQLException {
        PreparedStatement last = prepared.get(statement);
        return last != null && last.getWarnings() != null;
    }

    /** Commits the transaction. {@return whether the server has warned} */
    public boolean commitHasWarned() throws SQLException {
        connection.clearWarnings();
        connection.commit();
        return connection.getWarnings() != null;
    }

    private PreparedStatement bound(SqlFiles.Statement statement, Map<String, ?> parameters) throws SQLException {
        PreparedStatement ready = prepared.get(statement);
        if (ready == null) {
            ready = connection.prepareStatement(statement.sql());
            if (plansAnew && dialect == Dialect.POSTGRESQL) {
                ready.unwrap(PGStatement.class).setPrepareThreshold(0);
                ready.setQueryTimeout(longestSeconds);
            }
            prepared.put(statement, ready);
        }
        int number = 0;
        for (String name : statement.parameters()) {
            bind(ready, ++number, parameters.get(name));
        }
        return ready;
    }

    private void bind(PreparedStatement statement, int number, @Nullable Object value) throws SQLException {
        if (value instanceof ArrayParameter array) {
            Object[] elements = array.elements;
            if (elements instanceof byte[][] binaries && dialect == Dialect.H2) {
                elements = new Object[binaries.length];
                for (int i = 0; i < binaries.length; i++) {
                    elements[i] = storable(binaries[i]);
                }
            }
            statement.setArray(number, connection.createArrayOf(array.type, elements));
        } else if (value instanceof byte[] binary) {
            statement.setObject(number, storable(binary));
        } else {
            statement.setObject(number, value);
        }
    }

    private @Nullable Object storable(byte @Nullable [] binary) throws SQLException {
        if (dialect != Dialect.H2 || binary == null || binary.length <= LARGEST_BINARY) {
            return binary;
        }
        Blob blob = connection.createBlob();
        blob.setBytes(1, binary);
        return blob;
    }

    /**
     * Gives the connection up after a failure, with what was not committed on it. A pool takes it back only to find that it is
     * closed. H2 knows no abort: there the pool may hand the connection out again, so nothing may be left open on it.
     */
    public void discard() {
        try (connection) {
            if (dialect == Dialect.H2 && !connection.getAutoCommit()) {
                connection.rollback();
            }
            if (dialect == Dialect.H2) {
                isolate(isolationBefore);
                commitEach(autoCommitBefore);
            }
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException alreadyGone) {
            // It is not used any more, whatever became of it.
        }
    }

    /** Whether the pool has closed what it lent, as at the end of an application. It would warn of each call but the last. */
    private boolean isTakenBack() throws SQLException {
        return isOfDriver() && ((Connection) connection.unwrap(PGConnection.class)).isClosed();
    }

    /** Gives the connection back to where it came from. */
    @Override
    public void close() throws SQLException {
        try (connection) {
            if (isTakenBack()) {
                return;
            }
            for (PreparedStatement each : prepared.values()) {
                each.close();
            }
            if (dialect == Dialect.POSTGRESQL) {
                connection.setNetworkTimeout(Runnable::run, networkTimeoutBefore);
            }
            isolate(isolationBefore);
            commitEach(autoCommitBefore);
        }
    }
}
