// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * What an application writes by itself: rows with a version, which a change must name. Either as the store lays them out, with a
 * row for the head and one for each value, changed in one transaction; or all in one row, changed by one statement.
 */
public final class PlainRows {

    private static final int HEAD_BYTES = 256;
    private static final int LIFE_TURNS = 4;

    private final DataSource database;
    private final int rowsPerCaller;
    private final UUID[][] ids;
    private final long[][] versions;
    private final long[][] versionsOfSingles;
    private final int[] turns;
    private final byte[] head = new byte[HEAD_BYTES];
    private final byte[] payload;

    /**
     * Makes the tables, with the same number of rows for each caller.
     *
     * @param database a pool with a connection for each caller
     * @param callers how many callers there are
     * @param rows how many rows there are in all
     * @param bytes the size of a value
     * @throws SQLException if the database fails
     */
    public PlainRows(DataSource database, int callers, int rows, int bytes) throws SQLException {
        this.database = database;
        this.rowsPerCaller = rows / callers;
        this.ids = new UUID[callers][rowsPerCaller];
        this.versions = new long[callers][rowsPerCaller];
        this.versionsOfSingles = new long[callers][rowsPerCaller];
        this.turns = new int[callers];
        this.payload = new byte[bytes];
        new Random(bytes).nextBytes(payload);
        new Random(HEAD_BYTES).nextBytes(head);
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table head (id uuid primary key, version bigint not null, head bytea not null)"
                    + " with (fillfactor = 70)");
            statement.execute("create table value (id uuid, name text, bytes bytea not null, primary key (id, name))"
                    + " with (fillfactor = 50)");
            statement.execute("create table single (id uuid primary key, version bigint not null, bytes bytea not null)"
                    + " with (fillfactor = 50)");
        }
        fill();
    }

    private void fill() throws SQLException {
        for (int caller = 0; caller < ids.length; caller++) {
            for (int row = 0; row < rowsPerCaller; row++) {
                ids[caller][row] = UUID.randomUUID();
                create(ids[caller][row]);
                try (Connection connection = database.getConnection()) {
                    single(connection, "insert into single (bytes, id, version) values (?, ?, ?)", ids[caller][row], 0);
                }
            }
        }
    }

    /** {@return changes head and value of one of the caller's rows in a transaction} */
    public Subject saveInTransaction() {
        return caller -> {
            int row = next(caller);
            versions[caller][row] = save(ids[caller][row], versions[caller][row]);
        };
    }

    /** {@return the same, after reading the version first} */
    public Subject readThenSave() {
        return caller -> {
            int row = next(caller);
            UUID id = ids[caller][row];
            versions[caller][row] = save(id, read(id, "select version, head from head where id = ?"));
        };
    }

    /** {@return changes one of the caller's single rows by one statement} */
    public Subject saveByOneStatement() {
        String update = "update single set bytes = ?, version = version + 1 where id = ? and version = ?";
        return caller -> {
            int row = next(caller);
            try (Connection connection = database.getConnection()) {
                versionsOfSingles[caller][row] =
                        single(connection, update, ids[caller][row], versionsOfSingles[caller][row]);
            }
        };
    }

    /** {@return a row that is made, read and changed in turns, and deleted, each step in a transaction} */
    public Subject life() {
        return caller -> {
            UUID id = UUID.randomUUID();
            create(id);
            long version = 0;
            for (int turn = 0; turn < LIFE_TURNS; turn++) {
                long seen = read(id, "select version, bytes from head join value using (id) where id = ?");
                if (seen != version) {
                    throw new IllegalStateException("version " + seen + " instead of " + version);
                }
                version = save(id, version);
            }
            delete(id, version);
        };
    }

    private int next(int caller) {
        turns[caller] = (turns[caller] + 1) % rowsPerCaller;
        return turns[caller];
    }

    private void create(UUID id) throws SQLException {
        inTransaction(connection -> {
            run(connection, "insert into head (head, id, version) values (?, ?, 0)", head, id);
            run(connection, "insert into value (bytes, id, name) values (?, ?, 'state')", payload, id);
        });
    }

    private long save(UUID id, long version) throws SQLException {
        inTransaction(connection -> {
            try (PreparedStatement update = connection.prepareStatement(
                    "update head set head = ?, version = version + 1 where id = ? and version = ?")) {
                update.setBytes(1, head);
                update.setObject(2, id);
                update.setLong(3, version);
                requireOne(update.executeUpdate());
            }
            run(connection, "update value set bytes = ? where id = ? and name = 'state'", payload, id);
        });
        return version + 1;
    }

    private void delete(UUID id, long version) throws SQLException {
        inTransaction(connection -> {
            try (PreparedStatement delete =
                    connection.prepareStatement("delete from head where id = ? and version = ?")) {
                delete.setObject(1, id);
                delete.setLong(2, version);
                requireOne(delete.executeUpdate());
            }
            try (PreparedStatement delete = connection.prepareStatement("delete from value where id = ?")) {
                delete.setObject(1, id);
                requireOne(delete.executeUpdate());
            }
        });
    }

    private long read(UUID id, String select) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement read = connection.prepareStatement(select)) {
            read.setObject(1, id);
            try (ResultSet rows = read.executeQuery()) {
                rows.next();
                if (rows.getBytes(2).length == 0) {
                    throw new IllegalStateException("nothing is stored in " + id);
                }
                return rows.getLong(1);
            }
        }
    }

    private long single(Connection connection, String sql, UUID id, long version) throws SQLException {
        try (PreparedStatement change = connection.prepareStatement(sql)) {
            change.setBytes(1, payload);
            change.setObject(2, id);
            change.setLong(3, version);
            requireOne(change.executeUpdate());
        }
        return version + 1;
    }

    private static void run(Connection connection, String sql, byte[] bytes, UUID id) throws SQLException {
        try (PreparedStatement change = connection.prepareStatement(sql)) {
            change.setBytes(1, bytes);
            change.setObject(2, id);
            requireOne(change.executeUpdate());
        }
    }

    private static void requireOne(int rows) {
        if (rows != 1) {
            throw new IllegalStateException(rows + " rows were changed instead of one");
        }
    }

    private interface Work {
        void on(Connection connection) throws SQLException;
    }

    private void inTransaction(Work work) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            try {
                work.on(connection);
                connection.commit();
            } finally {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        }
    }
}
