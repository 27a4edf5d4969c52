// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.peer;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Statements of JDBC, as short as peers need them. */
final class Sql {

    private final DataSource database;

    Sql(DataSource database) {
        this.database = database;
    }

    interface Work {
        void on(Connection connection) throws SQLException;
    }

    void define(String... statements) {
        inAutocommit(connection -> {
            try (Statement statement = connection.createStatement()) {
                for (String each : statements) {
                    statement.execute(each);
                }
            }
        });
    }

    void inAutocommit(Work work) {
        try (Connection connection = database.getConnection()) {
            work.on(connection);
        } catch (SQLException failed) {
            throw new IllegalStateException("the database failed", failed);
        }
    }

    void inTransaction(Work work) {
        inAutocommit(connection -> {
            connection.setAutoCommit(false);
            try {
                work.on(connection);
                connection.commit();
            } finally {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        });
    }

    /** Changes one row, or fails. */
    static void changeOne(Connection connection, UUID id, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement change = connection.prepareStatement(sql)) {
            bind(change, parameters);
            Documents.require(change.executeUpdate() == 1, id);
        }
    }

    /** {@return what a statement finds, whose columns are id, version and state} */
    Document find(String sql, UUID parameter) {
        @Nullable Document[] found = new Document[1];
        inAutocommit(connection -> found[0] = find(connection, sql, parameter));
        Document document = found[0];
        if (document == null) {
            throw new IllegalStateException("nothing is stored for " + parameter);
        }
        return document;
    }

    static @Nullable Document find(Connection connection, String sql, UUID parameter) throws SQLException {
        try (PreparedStatement read = connection.prepareStatement(sql)) {
            bind(read, parameter);
            try (ResultSet rows = read.executeQuery()) {
                return rows.next()
                        ? new Document(rows.getObject(1, UUID.class), rows.getLong(2), rows.getBytes(3))
                        : null;
            }
        }
    }

    private static void bind(PreparedStatement statement, Object... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            if (parameters[i] instanceof byte[] bytes) {
                statement.setBytes(i + 1, bytes);
            } else {
                statement.setObject(i + 1, parameters[i]);
            }
        }
    }
}
