// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.InstanceId;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pools that an application has set for itself. */
@DisplayName("a pool with few connections")
class FewConnectionsTest {

    @AfterEach
    void clear() {
        TestDatabase.POSTGRESQL.clear();
    }

    private static HikariDataSource pool(boolean postgres, int connections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(
                postgres
                        ? TestDatabase.postgres().getJdbcUrl("postgres", "postgres")
                        : "jdbc:h2:file:" + TestDatabase.newDirectory("few").resolve("store") + ";MAX_COMPACT_TIME=0");
        config.setMaximumPoolSize(connections);
        config.setConnectionTimeout(500);
        return new HikariDataSource(config);
    }

    @ParameterizedTest(name = "{1} of them, for {2} lanes, PostgreSQL: {0}")
    @CsvSource({"true,1,1", "true,2,1", "true,3,1", "true,5,2", "false,1,1", "false,2,1", "false,4,2"})
    @DisplayName("is refused at start with a sentence that says how many are needed")
    void isRefused(boolean postgres, int connections, int lanes) {
        try (HikariDataSource pool = pool(postgres, connections)) {
            JdbcStoreOptions options =
                    JdbcStoreOptions.of(pool).allowingNotDurable().withLanes(lanes, 1 << 20);

            assertThatThrownBy(() -> JdbcInstanceStore.open(options))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("no store could be opened")
                    .hasMessageContaining("it was given " + connections);
            assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
        }
    }

    /** As of a pooler of transactions that has one session for all: what one connection sets, another one has. */
    private static DataSource sharing(Connection session) {
        return (DataSource) Proxy.newProxyInstance(
                FewConnectionsTest.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (source, asked, nothing) -> Proxy.newProxyInstance(
                        FewConnectionsTest.class.getClassLoader(),
                        new Class<?>[] {Connection.class},
                        (proxy, method, arguments) ->
                                method.getName().equals("close") ? null : method.invoke(session, arguments)));
    }

    @Test
    @DisplayName("or of one whose connections have no sessions of their own is refused, too")
    void aPoolOfTransactionsIsRefused() throws SQLException {
        try (Connection session = TestDatabase.POSTGRESQL.dataSource().getConnection()) {
            JdbcStoreOptions options = JdbcStoreOptions.of(sharing(session)).allowingNotDurable();

            assertThatThrownBy(() -> JdbcInstanceStore.open(options))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("no store could be opened")
                    .hasMessageContaining("pool_mode=session");
            assertThat(session.getAutoCommit()).isTrue();
        }
    }

    @ParameterizedTest(name = "{1} of them, for {2} lanes, PostgreSQL: {0}")
    @CsvSource({"true,4,1", "true,6,2", "false,3,1", "false,5,2"})
    @DisplayName("is used if it has as many as a store needs")
    void isUsed(boolean postgres, int connections, int lanes) {
        try (HikariDataSource pool = pool(postgres, connections);
                JdbcInstanceStore store = JdbcInstanceStore.open(
                        JdbcStoreOptions.of(pool).allowingNotDurable().withLanes(lanes, 1 << 20))) {
            for (int i = 0; i < 20; i++) {
                InstanceId id = InstanceId.random();
                store.commands()
                        .execute(id, CreateInstance.of(InstanceChanges.data(Map.of("n", i)), AfterSave.RELEASE))
                        .receiptOrThrow();
                store.commands().execute(id, LoadInstance.of(LoadMode.free())).snapshotOrThrow();
            }
            assertThat(store.commands().count(InstanceQuery.builder().build())).isEqualTo(20);
        }
    }
}
