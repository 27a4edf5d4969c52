// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.connection;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** The connections of a store that was given a URL: how many, and how the driver is set. */
public final class OwnPool {

    /** Beside the connections of the lanes: for announcements, owners, scans and queries. */
    private static final int FURTHER_CONNECTIONS = 5;

    private static final long CONNECT_MILLIS = TimeUnit.SECONDS.toMillis(5);
    private static final long VALIDATION_MILLIS = TimeUnit.SECONDS.toMillis(1);
    private static final String POSTGRESQL_URL = "jdbc:postgresql:";

    /** The driver of PostgreSQL takes the password for a port or a host, and logs it. */
    private static final Pattern USER_BEFORE_HOST = Pattern.compile("//[^/?;:@]*:[^/?;@]*@");

    private OwnPool() {}

    /**
     * Connects.
     *
     * @param options the settings, with a URL
     * @return the pool, to be closed by the caller
     * @throws IllegalStateException if there is no connection, or the URL is one that no driver reads as it is meant; says what to do
     */
    public static HikariDataSource open(JdbcStoreOptions options) {
        String url = String.valueOf(options.url());
        if (USER_BEFORE_HOST.matcher(url).find()) {
            throw StartFailure.because(
                    options,
                    "the URL has a user and a password before the host, where no driver reads them; give them apart from it",
                    null);
        }
        HikariConfig config = new HikariConfig();
        config.setPoolName("rehydrate-" + options.schema());
        config.setMaximumPoolSize(2 * options.lanes() + FURTHER_CONNECTIONS);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(CONNECT_MILLIS);
        // Of connections that have all died without a word, several are found in one attempt.
        config.setValidationTimeout(VALIDATION_MILLIS);
        if (Dialect.isH2(url)) {
            config.setExceptionOverride(new ClosedDatabase());
        }
        config.setDataSource(new UrlSource(url, properties(options, url)));
        try {
            return new HikariDataSource(config);
        } catch (RuntimeException failure) {
            throw StartFailure.of(options, failure);
        }
    }

    private static Properties properties(JdbcStoreOptions options, String url) {
        Properties properties = new Properties();
        properties.putAll(options.credentials());
        if (url.startsWith(POSTGRESQL_URL)) {
            properties.setProperty("loginTimeout", String.valueOf(TimeUnit.MILLISECONDS.toSeconds(CONNECT_MILLIS)));
            properties.setProperty("tcpKeepAlive", "true");
        } else if (Dialect.isH2(url)) {
            CompactionAtClose.leaveOut(url, properties);
            CloseAtExit.leaveOpen(url, properties);
            TraceFile.leaveOut(url, properties);
        }
        return properties;
    }
}
