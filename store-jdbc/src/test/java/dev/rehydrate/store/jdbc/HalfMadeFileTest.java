// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.InstanceId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The first start of all is ended by a kill. H2 commits each statement. */
@DisplayName("an H2 file whose tables were being made when its process ended")
class HalfMadeFileTest {

    private static final List<String> FIRST_MIGRATION = statements();

    private final JdbcStoreOptions options =
            JdbcStoreOptions.file(TestDatabase.newDirectory("half-made").resolve("store"));

    private static List<String> statements() {
        try (InputStream in =
                HalfMadeFileTest.class.getResourceAsStream("/dev/rehydrate/store/jdbc/sql/h2/V1__slots.sql")) {
            String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            return Stream.of(text.replaceAll("--.*", "").split(";\\s*\n"))
                    .filter(each -> !each.isBlank())
                    .toList();
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }

    private void execute(List<String> statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(options.url(), options.credentials());
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    private void makeUpTo(int made) throws SQLException {
        JdbcInstanceStore.open(options).close();
        execute(List.of(
                "delete from rehydrate.\"rehydrate_schema_history\" where \"version\" is not null",
                "drop view rehydrate.instances",
                "drop table rehydrate.slot",
                "drop table rehydrate.slot_value",
                "drop table rehydrate.promoted",
                "drop table rehydrate.owner",
                "drop table rehydrate.turn",
                "drop sequence rehydrate.slot_version"));
        execute(Stream.concat(
                        Stream.of("set schema rehydrate"),
                        FIRST_MIGRATION.stream().limit(made))
                .toList());
    }

    static IntStream whereItEnded() {
        return IntStream.rangeClosed(0, FIRST_MIGRATION.size());
    }

    @ParameterizedTest
    @MethodSource("whereItEnded")
    @DisplayName("is made by the next start")
    void isMadeByTheNextStart(int made) throws SQLException {
        makeUpTo(made);

        try (JdbcInstanceStore store = JdbcInstanceStore.open(options)) {
            store.commands()
                    .execute(InstanceId.random(), CreateInstance.of(InstanceChanges.data(Map.of("n", 1))))
                    .receiptOrThrow();
            assertThat(store.commands().count(InstanceQuery.builder().build())).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("keeps what is in it if it only looks so, because its history is lost")
    void keepsWhatIsInIt() throws SQLException {
        try (JdbcInstanceStore store = JdbcInstanceStore.open(options)) {
            store.commands()
                    .execute(InstanceId.random(), CreateInstance.of(InstanceChanges.data(Map.of("n", 1))))
                    .receiptOrThrow();
        }
        execute(List.of("delete from rehydrate.\"rehydrate_schema_history\" where \"version\" is not null"));

        assertThatThrownBy(() -> JdbcInstanceStore.open(options))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("could not be made");
        execute(List.of("select 1 / (select count(*) from rehydrate.slot)"));
    }
}
