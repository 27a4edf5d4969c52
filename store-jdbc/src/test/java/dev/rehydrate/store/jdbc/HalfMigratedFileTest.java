// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.InstanceId;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A file of version 1 in which version 3 was begun. */
@DisplayName("an H2 file whose migration was ended in the middle")
class HalfMigratedFileTest {

    private final JdbcStoreOptions options =
            JdbcStoreOptions.file(TestDatabase.newDirectory("half").resolve("store"));

    private void execute(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(options.url(), options.credentials());
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    @BeforeEach
    void begin() throws SQLException {
        try (JdbcInstanceStore store = JdbcInstanceStore.open(options)) {
            store.commands()
                    .execute(InstanceId.random(), CreateInstance.of(InstanceChanges.data(Map.of("n", 1))))
                    .receiptOrThrow();
        }
        execute(
                "delete from rehydrate.\"rehydrate_schema_history\" where \"version\" = '3'",
                "drop index rehydrate.slot_created");
    }

    private void opensWithItsInstance() {
        try (JdbcInstanceStore store = JdbcInstanceStore.open(options)) {
            assertThat(store.commands().count(InstanceQuery.builder().build())).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("by the end of its process is migrated at the next start")
    void byTheEndOfTheProcess() throws SQLException {
        opensWithItsInstance();
        execute("drop index rehydrate.slot_timer", "drop index rehydrate.slot_created");
    }

    @Test
    @DisplayName("by a failure, which is over, is migrated at the next start")
    void byAFailure() throws SQLException {
        execute("alter table rehydrate.slot alter column created_at rename to elsewhere");
        assertThatThrownBy(() -> JdbcInstanceStore.open(options)).hasMessageContaining("CREATED_AT");
        execute("alter table rehydrate.slot alter column elsewhere rename to created_at");

        opensWithItsInstance();
    }
}
