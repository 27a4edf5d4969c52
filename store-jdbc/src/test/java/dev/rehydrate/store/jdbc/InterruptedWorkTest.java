// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A command goes on when its caller is interrupted, and its work with it. */
@DisplayName("a save with work of the caller, whose thread is interrupted before the save was sent")
class InterruptedWorkTest {

    private static final Duration LONG = Duration.ofSeconds(20);

    private final TestDatabase database = TestDatabase.H2_FILE;
    private final JdbcInstanceStore store;
    private final OwnerId owner;
    private final InstanceId id = InstanceId.random();
    private final CountDownLatch busy = new CountDownLatch(1);
    private final CountDownLatch free = new CountDownLatch(1);

    InterruptedWorkTest() {
        store = JdbcInstanceStore.open(database.options().withLanes(1, 1 << 20));
        database.execute("drop table if exists orders");
        database.execute("create table orders (id int primary key)");
        owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), LONG);
    }

    @AfterEach
    void close() {
        store.close();
        database.clear();
    }

    private int orders() throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("select count(*) from orders")) {
            found.next();
            return found.getInt(1);
        }
    }

    private static void order(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("insert into orders (id) values (1)");
        }
    }

    private void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }

    private boolean isStored() {
        return store.execute(store.createHandle(owner, id), LoadInstance.of(LoadMode.authoritative()), LONG)
                instanceof LoadOutcome.Loaded;
    }

    /** The lane is busy with another command, so that the claim on the further key waits when the caller is interrupted. */
    private CompletableFuture<Void> keepTheLaneBusy() {
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> store.execute(
                        store.createHandle(owner, InstanceId.random()),
                        CreateInstance.of(InstanceChanges.data(Map.of("n", 1)), AfterSave.RELEASE),
                        LONG,
                        connection -> {
                            busy.countDown();
                            await(free);
                        })
                .receiptOrThrow());
        await(busy);
        return other;
    }

    @Test
    @DisplayName("goes on with its work, and a repeat finds both")
    void isStoredWithItsWork() throws Exception {
        CreateInstance command = CreateInstance.of(
                InstanceChanges.builder()
                        .replaceData(Map.of("n", InstanceValue.of(1)))
                        .keys(KeyChanges.associating(Map.of(InstanceKey.of("order", "1"), Map.of())))
                        .build(),
                AfterSave.RELEASE);
        CompletableFuture<Void> other = keepTheLaneBusy();
        CompletableFuture<Throwable> interrupted = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                store.execute(store.createHandle(owner, id), command, LONG, InterruptedWorkTest::order);
                interrupted.complete(new AssertionError("was not interrupted"));
            } catch (RuntimeException failure) {
                interrupted.complete(failure);
            }
        });
        caller.start();
        while (store.facts().engine().queued() == 0) {
            Thread.onSpinWait();
        }
        caller.interrupt();
        assertThat(interrupted.get(LONG.toSeconds(), TimeUnit.SECONDS)).isInstanceOf(OutcomeUnknownException.class);

        free.countDown();
        other.get(LONG.toSeconds(), TimeUnit.SECONDS);
        while (!isStored()) {
            Thread.onSpinWait();
        }
        store.execute(store.createHandle(owner, id), command, LONG, InterruptedWorkTest::order)
                .receiptOrThrow();

        assertThat(orders()).isEqualTo(1);
    }
}
