// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The connections that the stores of all fixtures of a test share. */
final class Pools {

    private static final int CONNECTIONS = 60;

    private Pools() {}

    /** {@return the URL of a database in a file of its own} */
    static String newFile() {
        try {
            Path directory = Files.createDirectories(Path.of("target", "tmp").toAbsolutePath());
            return "jdbc:h2:file:" + Files.createTempDirectory(directory, "h2").resolve("kit") + ";MAX_COMPACT_TIME=0";
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static HikariDataSource of(String url, String user) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(1);
        return new HikariDataSource(config);
    }
}
