// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.engine.Announcement;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.jdbc.database.Database;
import dev.rehydrate.store.jdbc.database.Owners;
import dev.rehydrate.store.jdbc.news.NewsOverPostgres;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Pools for Hibernate are often set up so: what is not committed is rolled back when its connection is given back. */
@ParameterizedClass
@ValueSource(booleans = {false, true})
@DisplayName("a data source whose connections do not commit by themselves")
class AutoCommitTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final String NUMBER = "n";

    private final TestDatabase database;
    private final List<Boolean> givenBack = new CopyOnWriteArrayList<>();
    private final JdbcStoreOptions options;

    AutoCommitTest(boolean postgres) {
        database = postgres ? TestDatabase.POSTGRESQL : TestDatabase.H2_FILE;
        options = JdbcStoreOptions.of(withoutAutoCommit(database.dataSource())).allowingNotDurable();
    }

    @AfterEach
    void clear() {
        database.clear();
    }

    private DataSource withoutAutoCommit(DataSource source) {
        return (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) ->
                        method.getName().equals("getConnection") ? watched(source.getConnection()) : null);
    }

    private Connection watched(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close") && !connection.isClosed()) {
                        givenBack.add(connection.getAutoCommit());
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                });
    }

    private static InstanceChanges<InstanceValue> number(int number) {
        return InstanceChanges.data(Map.of(NUMBER, number));
    }

    @Test
    @DisplayName("stores owners, beats and the turn of the sweep")
    void owners() {
        try (Database fit = Database.open(options);
                Database other = Database.open(database.options());
                JdbcInstanceStore store = JdbcInstanceStore.open(options)) {
            OwnerId owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), LONG);
            assertThat(new Owners(other).all()).containsKey(owner);
            Owners mine = new Owners(fit);
            assertThat(mine.beat(owner, 7)).isTrue();
            assertThat(new Owners(other).all().get(owner).beat()).isEqualTo(7);

            Instant later = Instant.now().plus(Duration.ofDays(1));
            assertThat(mine.takeTurn(Duration.ofMinutes(1), later)).isTrue();
            assertThat(new Owners(other).takeTurn(Duration.ofMinutes(1), later)).isFalse();
        }
        assertThat(givenBack).isNotEmpty().containsOnly(false);
    }

    private int orders() throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("select count(*) from orders")) {
            found.next();
            return found.getInt(1);
        }
    }

    @Test
    @DisplayName("stores instances, alone and with rows of the caller")
    void instances() throws SQLException {
        database.execute("drop table if exists orders");
        database.execute("create table orders (id int primary key)");
        InstanceId id = InstanceId.random();
        try (JdbcInstanceStore store = JdbcInstanceStore.open(options);
                JdbcInstanceStore other = JdbcInstanceStore.open(database.options())) {
            OwnerId owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), LONG);
            InstanceHandle handle = store.createHandle(owner, id);
            store.execute(handle, CreateInstance.of(number(1), AfterSave.KEEP), LONG, connection -> {
                        try (Statement statement = connection.createStatement()) {
                            statement.execute("insert into orders (id) values (1)");
                        }
                    })
                    .receiptOrThrow();
            store.execute(handle, SaveInstance.of(number(2), AfterSave.RELEASE), LONG)
                    .receiptOrThrow();
            assertThat(other.commands()
                            .execute(id, LoadInstance.of(LoadMode.authoritative()))
                            .snapshotOrThrow()
                            .data()
                            .get(NUMBER, Integer.class))
                    .isEqualTo(2);
        }
        assertThat(orders()).isEqualTo(1);
        assertThat(givenBack).isNotEmpty().containsOnly(false);
    }

    @Test
    @DisplayName("sends announcements")
    void announcements() throws InterruptedException {
        try (Database fit = Database.open(options)) {
            if (!fit.carriesAnnouncements()) {
                return;
            }
            BlockingQueue<Announcement> heard = new LinkedBlockingQueue<>();
            NewsOverPostgres news = new NewsOverPostgres(fit, "quiet", Runnable::run);
            Announcement told = new Announcement.Wanted(InstanceId.random());
            news.onAnnouncement(heard::add);
            news.announce(told);

            assertThat(heard.poll(LONG.toSeconds(), TimeUnit.SECONDS)).isEqualTo(told);
            news.close();
        }
    }
}
