// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.jdbc.commit.DatabaseException;
import dev.rehydrate.store.jdbc.database.Database;
import dev.rehydrate.store.jdbc.database.Owners;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a data source that throws what is no SQLException")
class ClosedPoolTest {

    private final AtomicBoolean isClosed = new AtomicBoolean();
    private final DataSource real = TestDatabase.H2_FILE.dataSource();
    private final JdbcStoreOptions options = JdbcStoreOptions.of((DataSource) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                        if (isClosed.get()) {
                            throw new IllegalStateException("the pool is closed");
                        }
                        return real.getConnection();
                    }))
            .allowingNotDurable();

    @Test
    @DisplayName("is a database that does not answer, and is asked again")
    void isAskedAgain() {
        try (Database database = Database.open(options);
                Database.SlotLane lane = database.lane()) {
            List<SlotAddress> addresses = List.of(new SlotAddress(1, 1));
            isClosed.set(true);

            assertThatThrownBy(() -> new Owners(database).all())
                    .isInstanceOfSatisfying(
                            StorageException.class,
                            failure -> assertThat(failure.effect()).isEqualTo(Effect.NONE))
                    .hasMessageContaining("the pool is closed");
            assertThatThrownBy(() -> lane.rows().read(addresses))
                    .isInstanceOfSatisfying(
                            DatabaseException.class,
                            failure -> assertThat(failure.isTransient()).isTrue());

            isClosed.set(false);
            assertThat(lane.rows().read(addresses)).isEmpty();
        }
    }

    @Test
    @DisplayName("opens no store, and is told in one sentence")
    void opensNoStore() {
        isClosed.set(true);

        assertThatThrownBy(() -> JdbcInstanceStore.open(options))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no store could be opened")
                .hasMessageContaining("the database does not answer")
                .hasMessageContaining("the pool is closed");
    }

    @Test
    @DisplayName("also from a connection that it gave, has it back each time")
    void hasItsConnectionsBack() {
        Set<Connection> open = ConcurrentHashMap.newKeySet();
        AtomicBoolean isBroken = new AtomicBoolean();
        DataSource source = (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    Connection connection = real.getConnection();
                    open.add(connection);
                    return breakable(connection, open, isBroken);
                });
        try (Database database = Database.open(JdbcStoreOptions.of(source).allowingNotDurable())) {
            assertThat(open).isEmpty();
            isBroken.set(true);

            assertThatThrownBy(() -> new Owners(database).all())
                    .isInstanceOfSatisfying(
                            StorageException.class,
                            failure -> assertThat(failure.effect()).isEqualTo(Effect.NONE))
                    .hasMessageContaining("the connection is broken");
            assertThat(open).isEmpty();
        }
    }

    private static Connection breakable(Connection connection, Set<Connection> open, AtomicBoolean isBroken) {
        return (Connection) Proxy.newProxyInstance(
                ClosedPoolTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        open.remove(connection);
                    } else if (isBroken.get()) {
                        throw new IllegalStateException("the connection is broken");
                    }
                    return method.invoke(connection, arguments);
                });
    }
}
