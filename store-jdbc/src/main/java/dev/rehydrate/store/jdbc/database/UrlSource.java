// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Connections by a URL, for a pool that is not given the URL: it would log it, and a password may be in it. */
final class UrlSource implements DataSource {

    private static final String NO_CONNECTION = "08001";

    private final String url;
    private final Properties properties;
    private volatile int loginSeconds;

    /**
     * Connects to a database.
     *
     * @param url its URL
     * @param properties user, password and settings of the driver
     */
    UrlSource(String url, Properties properties) {
        this.url = url;
        this.properties = properties;
    }

    @Override
    public Connection getConnection() throws SQLException {
        // The manager itself would quote the URL if there is no driver for it.
        Connection connection = DriverManager.getDriver(url).connect(url, properties);
        if (connection == null) {
            throw new SQLException("No suitable driver", NO_CONNECTION);
        }
        return connection;
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("the user is that of the store");
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {
        // Drivers log elsewhere.
    }

    /** A property of the driver says how long it may take; a pool waits this long for its own threads when it is closed. */
    @Override
    public void setLoginTimeout(int seconds) {
        loginSeconds = seconds;
    }

    @Override
    public int getLoginTimeout() {
        return loginSeconds;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("drivers have loggers of their own");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLFeatureNotSupportedException("there is nothing behind it");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
