// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli;

import dev.rehydrate.cli.CommandLineRun.Shell;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The command line beside an application on PostgreSQL. */
class PostgresTest extends StoreContract {

    private static EmbeddedPostgres server;

    @BeforeAll
    static void startServer() throws IOException {
        Path target = Files.createDirectories(Path.of("target", "tmp").toAbsolutePath());
        server = EmbeddedPostgres.builder()
                .setPort(FreePorts.any())
                .setPGStartupWait(Duration.ofMinutes(2))
                .setDataDirectory(Files.createTempDirectory(target, "postgres").resolve("data"))
                .setCleanDataDirectory(true)
                .start();
    }

    @AfterAll
    static void stopServer() throws IOException {
        server.close();
    }

    private static String url() {
        return "jdbc:postgresql://localhost:" + server.getPort() + "/postgres";
    }

    @Override
    InstanceStore open(StoreOptions options) {
        return JdbcInstanceStore.open(
                JdbcStoreOptions.of(url(), "postgres", "").allowingNotDurable().withStore(options));
    }

    @Override
    Shell shell() {
        return Shell.real("--jdbc", url(), "--user", "postgres");
    }
}
