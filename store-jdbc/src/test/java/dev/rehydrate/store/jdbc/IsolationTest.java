// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A guard that fails names the slots that other writers were faster on. In a stricter isolation the whole group would fail instead,
 * and be tried again after a pause, as often as others write.
 */
@DisplayName("a store on connections of a stricter isolation than READ COMMITTED")
class IsolationTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final String STRICT = "TRANSACTION_SERIALIZABLE";

    private final TestDatabase server = TestDatabase.POSTGRESQL;

    /** Where the isolation comes from. */
    enum Origin {
        ROLE {
            @Override
            void set(HikariConfig config) {
                config.setJdbcUrl(config.getJdbcUrl() + "&options=-c%20default_transaction_isolation=serializable");
            }
        },
        POOL {
            @Override
            void set(HikariConfig config) {
                config.setTransactionIsolation(STRICT);
            }
        },
        POOL_OF_H2 {
            @Override
            void set(HikariConfig config) {
                config.setJdbcUrl("jdbc:h2:file:"
                        + TestDatabase.newDirectory("isolation").resolve("store") + ";MAX_COMPACT_TIME=0");
                config.setTransactionIsolation(STRICT);
            }
        };

        abstract void set(HikariConfig config);
    }

    @AfterEach
    void clear() {
        server.clear();
    }

    private HikariDataSource pool(Origin origin) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(TestDatabase.postgres().getJdbcUrl("postgres", "postgres"));
        config.setMaximumPoolSize(8);
        config.setMinimumIdle(1);
        origin.set(config);
        return new HikariDataSource(config);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("commits in READ COMMITTED, and gives its connections back as they were")
    void commitsInReadCommitted(Origin origin) throws SQLException {
        JdbcInstanceStore.open(server.options()).close();
        try (HikariDataSource pool = pool(origin)) {
            AtomicInteger isolation = new AtomicInteger();
            try (JdbcInstanceStore store = JdbcInstanceStore.open(
                    JdbcStoreOptions.of(pool).allowingNotDurable().withLanes(1, 1 << 20))) {
                OwnerId owner =
                        store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), LONG);
                store.execute(
                                store.createHandle(owner, InstanceId.random()),
                                CreateInstance.of(InstanceChanges.data(Map.of("n", 1)), AfterSave.RELEASE),
                                LONG,
                                connection -> isolation.set(connection.getTransactionIsolation()))
                        .receiptOrThrow();
            }
            assertThat(isolation).hasValue(Connection.TRANSACTION_READ_COMMITTED);
            for (int i = 0; i < 2; i++) {
                try (Connection connection = pool.getConnection()) {
                    assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
                }
            }
        }
    }
}
