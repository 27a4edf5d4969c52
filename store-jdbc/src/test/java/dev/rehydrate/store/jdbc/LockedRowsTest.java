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
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Another session of PostgreSQL holds a lock for longer than the store waits. The clock is that of the server. */
@DisplayName("a row that another transaction has locked")
class LockedRowsTest {

    private static final String COUNT = "count";
    private static final Duration LONG = Duration.ofSeconds(30);

    private final TestDatabase database = TestDatabase.POSTGRESQL;
    private final JdbcInstanceStore store =
            JdbcInstanceStore.open(database.options().withPatience(Duration.ofSeconds(2)));
    private final InstanceId id = InstanceId.random();

    @AfterEach
    void close() {
        store.close();
        database.clear();
    }

    private static InstanceChanges<InstanceValue> count(int number) {
        return InstanceChanges.data(Map.of(COUNT, number));
    }

    private int stored() {
        return store.commands()
                .withTimeout(LONG)
                .execute(id, LoadInstance.of(LoadMode.authoritative()))
                .snapshotOrThrow()
                .data()
                .get(COUNT, Integer.class);
    }

    @Test
    @DisplayName("makes a save unavailable: the server says that nothing was done, and does not do it later")
    void aSaveThatWaitsIsEndedByTheServer() throws SQLException {
        store.commands().execute(id, CreateInstance.of(count(1), AfterSave.RELEASE));
        try (Connection other = database.dataSource().getConnection();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("select 1 from rehydrate.slot for update");

            assertThatThrownBy(() -> store.commands()
                            .withTimeout(LONG)
                            .execute(id, SaveInstance.of(count(2), AfterSave.RELEASE)))
                    .isInstanceOfSatisfying(
                            InstanceStoreException.class,
                            failure -> assertThat(failure.effect()).isEqualTo(Effect.NONE))
                    .hasMessageContaining("lock timeout");
            other.rollback();
        }
        assertThat(stored()).isEqualTo(1);
        store.commands().execute(id, SaveInstance.of(count(3), AfterSave.RELEASE));
        assertThat(stored()).isEqualTo(3);
    }
}
