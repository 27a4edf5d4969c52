// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

/** The connections that the stores of all fixtures of a test share. */
final class Pools {

    private static final int CONNECTIONS = 60;

    private Pools() {}

    static HikariDataSource of(String url, String user) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(1);
        return new HikariDataSource(config);
    }
}
