// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A URL with several hosts, or a proxy, leads to whichever server answers. */
@DisplayName("connections that lead to a standby for a while")
class StandbyTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private final AtomicReference<EmbeddedPostgres> answering = new AtomicReference<>();
    private final DataSource source = (DataSource) Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> DriverManager.getConnection(url(answering.get())));
    private final JdbcStoreOptions options =
            JdbcStoreOptions.of(source).allowingNotDurable().withPatience(Duration.ofSeconds(1));
    private final InstanceId id = InstanceId.random();

    private static String url(EmbeddedPostgres server) {
        return server.getJdbcUrl("postgres", "postgres");
    }

    private static EmbeddedPostgres server(Path data) {
        try {
            return TestDatabase.server()
                    .setDataDirectory(data)
                    .setCleanDataDirectory(false)
                    .start();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** A standby that does not receive anything any more. */
    private static Path standbyOf(Path data) throws IOException {
        Path copy = data.resolveSibling("standby");
        try (Stream<Path> files = Files.walk(data)) {
            for (Path each : files.toList()) {
                if (!each.endsWith("postmaster.pid") && !each.endsWith("epg-lock")) {
                    Files.copy(each, copy.resolve(data.relativize(each).toString()));
                }
            }
        }
        Files.createFile(copy.resolve("standby.signal"));
        Files.setPosixFilePermissions(copy, Files.getPosixFilePermissions(data));
        return copy;
    }

    private static void endSessions(EmbeddedPostgres server) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(server));
                Statement statement = connection.createStatement()) {
            statement.execute("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()");
        }
    }

    private static InstanceChanges<InstanceValue> number(int number) {
        return InstanceChanges.data(Map.of("n", number));
    }

    private int load(JdbcInstanceStore store) {
        return store.commands()
                .withTimeout(LONG)
                .execute(id, LoadInstance.of(LoadMode.authoritative()))
                .snapshotOrThrow()
                .data()
                .get("n", Integer.class);
    }

    @Test
    @DisplayName("show nothing of it: the store is unavailable until the primary answers")
    void showNothingOfTheStandby() throws IOException, SQLException {
        Path data = TestDatabase.newDirectory("standby").resolve("primary");
        try (EmbeddedPostgres first = server(data)) {
            answering.set(first);
            try (JdbcInstanceStore store = JdbcInstanceStore.open(options)) {
                store.commands()
                        .execute(id, CreateInstance.of(number(1), AfterSave.RELEASE))
                        .receiptOrThrow();
            }
        }
        Path copy = standbyOf(data);
        try (EmbeddedPostgres primary = server(data);
                EmbeddedPostgres standby = server(copy)) {
            answering.set(primary);
            try (JdbcInstanceStore store = JdbcInstanceStore.open(options)) {
                store.commands()
                        .execute(id, SaveInstance.of(number(2), AfterSave.RELEASE))
                        .receiptOrThrow();
                answering.set(standby);
                endSessions(primary);

                assertThatThrownBy(() -> load(store))
                        .isInstanceOf(StoreUnavailableException.class)
                        .hasMessageContaining("standby");

                answering.set(primary);
                assertThat(load(store)).isEqualTo(2);
            }
        }
    }

    private static InstanceChanges<InstanceValue> adding(String name) {
        return InstanceChanges.builder()
                .changeData(ValueDelta.putting(Map.of(name, InstanceValue.of(1))))
                .build();
    }

    private static void save(JdbcInstanceStore store, InstanceId id, String name) {
        store.commands()
                .withTimeout(LONG)
                .execute(id, SaveInstance.of(adding(name), AfterSave.RELEASE))
                .receiptOrThrow();
    }

    @Test
    @DisplayName(
            "and to one that became the primary without the last commits: what others save there is not overwritten")
    void doNotMixTwoHistories() throws IOException, SQLException {
        Path data = TestDatabase.newDirectory("histories").resolve("primary");
        try (EmbeddedPostgres first = server(data)) {
            answering.set(first);
            try (JdbcInstanceStore store = JdbcInstanceStore.open(options)) {
                store.commands()
                        .execute(id, CreateInstance.of(number(1), AfterSave.RELEASE))
                        .receiptOrThrow();
            }
        }
        Path copy = standbyOf(data);
        try (EmbeddedPostgres primary = server(data);
                EmbeddedPostgres standby = server(copy)) {
            answering.set(primary);
            try (JdbcInstanceStore store = JdbcInstanceStore.open(options)) {
                save(store, id, "lost");
                try (Connection promoting = DriverManager.getConnection(url(standby));
                        Statement statement = promoting.createStatement()) {
                    statement.execute("select pg_promote()");
                }
                answering.set(standby);
                endSessions(primary);
                try (JdbcInstanceStore other = JdbcInstanceStore.open(options)) {
                    save(other, id, "kept");
                }

                save(store, id, "later");

                assertThat(store.commands()
                                .withTimeout(LONG)
                                .execute(id, LoadInstance.of(LoadMode.authoritative()))
                                .snapshotOrThrow()
                                .data()
                                .names())
                        .containsExactlyInAnyOrder("n", "kept", "later");
            }
        }
    }
}
