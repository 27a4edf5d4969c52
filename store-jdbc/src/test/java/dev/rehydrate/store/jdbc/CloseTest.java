// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** A database that is away when its store is closed. */
class CloseTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final long LONG_SECONDS = 30;

    @Test
    void whatIsToBeTriedAgainIsAnsweredAtOnce() {
        AtomicBoolean isAway = new AtomicBoolean();
        DataSource real = TestDatabase.H2_FILE.dataSource();
        DataSource source = (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
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
}
