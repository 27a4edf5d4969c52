// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import javax.sql.DataSource;

/** Connections of data sources, some of which throw what is no {@code SQLException}, as after their pool was closed. */
public final class Connections {

    private static final String NO_CONNECTION = "08001";

    private Connections() {}

    /** A connection. */
    public static Connection of(DataSource source) throws SQLException {
        try {
            return source.getConnection();
        } catch (RuntimeException failure) {
            throw none(failure);
        }
    }

    /** It means the same. */
    static SQLException none(RuntimeException failure) {
        return new SQLTransientConnectionException(
                "the data source gave no connection: " + failure, NO_CONNECTION, failure);
    }
}
