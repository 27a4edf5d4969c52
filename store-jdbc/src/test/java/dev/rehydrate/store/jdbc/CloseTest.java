// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** A store that is closed while its database is away, or is read. */
class CloseTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final long LONG_SECONDS = 30;

    @Test
    void whatIsToBeTriedAgainIsAnsweredAtOnce() {
        AtomicBoolean isAway = new AtomicBoolean();
        DataSource real = TestDatabase.H2_FILE.dataSource();
        DataSource source = asked(() -> {
            if (isAway.get()) {
                throw new SQLException("gone", "08006");
            }
            return real.getConnection();
        });
        JdbcInstanceStore store = JdbcInstanceStore.open(
                JdbcStoreOptions.of(source).allowingNotDurable().withPatience(HOUR));
        OwnerId owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), HOUR);
        // The lanes have not asked for a connection yet.
        isAway.set(true);
        List<CompletableFuture<?>> answers = List.of(
                store.executeAsync(
                        store.createHandle(owner, InstanceId.random()),
                        CreateInstance.of(InstanceChanges.data(Map.of("n", 1)), AfterSave.RELEASE),
                        HOUR),
                store.executeAsync(
                        store.createHandle(owner, InstanceId.random()),
                        LoadInstance.of(LoadMode.authoritative()),
                        HOUR));

        store.close();

        for (CompletableFuture<?> each : answers) {
            assertThatThrownBy(() -> each.get(LONG_SECONDS, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(StoreUnavailableException.class);
        }
    }

    @Test
    void aClosedStoreUsesNoConnectionAnyMore() throws Exception {
        CountDownLatch searches = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch nearlyClosed = new CountDownLatch(1);
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl(
                    "jdbc:h2:file:" + TestDatabase.newDirectory("closed").resolve("farm") + ";MAX_COMPACT_TIME=0");
            pool.setMaximumPoolSize(30);
            DataSource watched = WatchedSource.of(pool, read -> {
                if (Thread.currentThread().getName().equals("rehydrate-search")) {
                    searches.countDown();
                    await(goOn);
                }
            });
            DataSource source = asked(() -> {
                // Its own last statement gives up the turn to sweep.
                if (Thread.currentThread().getName().equals("closer")) {
                    nearlyClosed.countDown();
                }
                return watched.getConnection();
            });
            JdbcInstanceStore store =
                    JdbcInstanceStore.open(JdbcStoreOptions.of(source).allowingNotDurable());
            var unused = store.commands()
                    .executeAsync(QueryInstances.of(InstanceQuery.builder().build()));
            await(searches);
            AtomicInteger used = new AtomicInteger(-1);
            Thread closer = new Thread(
                    () -> {
                        store.close();
                        used.set(pool.getHikariPoolMXBean().getActiveConnections());
                    },
                    "closer");

            closer.start();
            await(nearlyClosed);
            while (closer.isAlive() && closer.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
            goOn.countDown();
            closer.join();

            assertThat(used)
                    .as("connections that are used when the store is closed")
                    .hasValue(0);
        }
    }

    private static DataSource asked(Callable<Connection> connections) {
        return (DataSource) Proxy.newProxyInstance(
                CloseTest.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> connections.call());
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(LONG_SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stop) {
            throw new AssertionError(stop);
        }
    }
}
