// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables as a farm with write-behind leaves them: instances with holders, and no rows of owners. */
@DisplayName("a store that is opened on tables with holders that have no row")
class UnknownHoldersTest {

    private static final String SCHEMA = "unknown_holders";
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    static Stream<TestDatabase> databases() {
        return Stream.of(TestDatabase.POSTGRESQL, TestDatabase.H2_FILE);
    }

    @ParameterizedTest
    @MethodSource("databases")
    @DisplayName("makes one for each of them, as an expired owner, and leaves those of live owners as they are")
    void eachGetsARow(TestDatabase database) throws SQLException {
        JdbcStoreOptions options = database.options().withSchema(SCHEMA);
        try (JdbcInstanceStore store = JdbcInstanceStore.open(options)) {
            OwnerId several = owner(store);
            OwnerId one = owner(store);
            OwnerId live = owner(store);
            hold(store, several);
            hold(store, several);
            hold(store, one);
            hold(store, live);
            database.execute(
                    "delete from " + SCHEMA + ".owner where id in ('" + uuid(several) + "', '" + uuid(one) + "')");

            JdbcInstanceStore.open(options).close();

            assertThat(expired(database))
                    .containsEntry(uuid(several), true)
                    .containsEntry(uuid(one), true)
                    .containsEntry(uuid(live), false);
        }
    }

    private static OwnerId owner(JdbcInstanceStore store) {
        return store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), TIMEOUT);
    }

    private static void hold(JdbcInstanceStore store, OwnerId owner) {
        store.execute(
                        store.createHandle(owner, InstanceId.random()),
                        CreateInstance.of(InstanceChanges.data(Map.of("n", 1)), AfterSave.KEEP),
                        TIMEOUT)
                .receiptOrThrow();
    }

    private static UUID uuid(OwnerId owner) {
        return new UUID(owner.high(), owner.low());
    }

    private static Map<UUID, Boolean> expired(TestDatabase database) throws SQLException {
        Map<UUID, Boolean> found = new HashMap<>();
        try (Connection connection = database.dataSource().getConnection();
                Statement select = connection.createStatement();
                ResultSet rows = select.executeQuery("select id, dead from " + SCHEMA + ".owner")) {
            while (rows.next()) {
                found.put(rows.getObject(1, UUID.class), rows.getBoolean(2));
            }
        }
        return found;
    }
}
