// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.connection;

import com.zaxxer.hikari.HikariDataSource;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connections by a URL, for a pool that is not given the URL: it would log it, and a password may be in it. A pool that is closed aborts
 * the connections that are used just then, and forgets them. H2 knows no abort: such a connection would keep its file open for ever. So
 * this knows them too, and closes them.
 */
public final class UrlSource implements DataSource {

    private static final Logger LOG = LoggerFactory.getLogger("dev.rehydrate.store");

    private static final String NO_CONNECTION = "08001";

    private final String url;
    private final Properties properties;
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();
    private volatile int loginSeconds;

    /**
     * Connects to a database.
     *
     * @param url its URL
     * @param properties user, password and settings of the driver
     */
    public UrlSource(String url, Properties properties) {
        this.url = url;
        this.properties = properties;
    }

    @Override
    public Connection getConnection() throws SQLException {
        // The manager itself would quote the URL if there is no driver for it.
        Connection connection = driver().connect(url, properties);
        if (connection == null) {
            throw new SQLException("No suitable driver", NO_CONNECTION);
        }
        open.removeIf(UrlSource::isClosed);
        open.add(connection);
        return connection;
    }

    /**
     * The manager of drivers looks for them once in a process. In an application server that was before this application, which brings its own,
     * or for the one before it.
     */
    private Driver driver() throws SQLException {
        try {
            return DriverManager.getDriver(url);
        } catch (SQLException notRegistered) {
            for (Driver each : ServiceLoader.load(Driver.class, UrlSource.class.getClassLoader())) {
                if (each.acceptsURL(url)) {
                    return each;
                }
            }
            throw notRegistered;
        }
    }

    private static boolean isClosed(Connection connection) {
        try {
            return connection.isClosed();
        } catch (SQLException broken) {
            return true;
        }
    }

    /** Closes a pool, and its connections that are used just now. */
    public static void close(HikariDataSource pool) {
        pool.close();
        if (pool.getDataSource() instanceof UrlSource connections) {
            connections.closeAll();
        }
    }

    private void closeAll() {
        for (Connection each : open) {
            try {
                each.close();
            } catch (SQLException | RuntimeException broken) {
                LOG.debug("a connection could not be closed", broken);
            }
        }
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
    public java.util.logging.Logger getParentLogger() throws SQLFeatureNotSupportedException {
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
