// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.failure.UnexpectedOutcomeException;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

/** Rows of the caller in the transaction of a command. */
@ParameterizedClass
@ValueSource(booleans = {false, true})
class OwnRowsTest {

    private static final Duration LONG = Duration.ofSeconds(20);

    private final TestDatabase database;
    private final JdbcInstanceStore store;
    private final OwnerId owner;
    private final InstanceId id = InstanceId.random();

    OwnRowsTest(boolean postgres) {
        database = postgres ? TestDatabase.POSTGRESQL : TestDatabase.H2_FILE;
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

    private static RowWork order(int number) {
        return connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute("insert into orders (id) values (" + number + ")");
            }
        };
    }

    private int orders() throws SQLException {
        return count("select count(*) from orders");
    }

    private int count(String query) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            found.next();
            return found.getInt(1);
        }
    }

    private static InstanceChanges<InstanceValue> number(int number) {
        return InstanceChanges.builder()
                .replaceData(Map.of("n", InstanceValue.of(number)))
                .build();
    }

    private CreateInstance create() {
        return CreateInstance.of(number(1), AfterSave.KEEP);
    }

    @Test
    void areCommittedWithTheCommand() throws SQLException {
        InstanceHandle handle = store.createHandle(owner, id);
        store.execute(handle, create(), LONG, order(1)).receiptOrThrow();
        store.execute(handle, SaveInstance.of(number(2), AfterSave.KEEP), LONG, order(2))
                .receiptOrThrow();

        assertThat(orders()).isEqualTo(2);
    }

    @Test
    void aRepeatDoesNotDoThemAgain() throws SQLException {
        InstanceHandle handle = store.createHandle(owner, id);
        CreateInstance command = CreateInstance.of(number(1), AfterSave.RELEASE);
        SaveReceipt first = store.execute(handle, command, LONG, order(1)).receiptOrThrow();

        SaveReceipt again = store.execute(store.createHandle(owner, id), command, LONG, order(2))
                .receiptOrThrow();

        assertThat(again).isEqualTo(first);
        assertThat(orders()).isEqualTo(1);
    }

    @Test
    void areDoneAgainIfTheServerHasEndedTheSessionBecauseItWasIdle() throws SQLException {
        boolean hasServer = database == TestDatabase.POSTGRESQL;
        AtomicInteger attempts = new AtomicInteger();
        InstanceHandle handle = store.createHandle(owner, id);

        store.execute(handle, create(), LONG, connection -> {
                    if (attempts.incrementAndGet() == 1 && hasServer) {
                        endIdle(connection);
                    }
                    order(attempts.get()).run(connection);
                })
                .receiptOrThrow();

        assertThat(attempts).hasValue(hasServer ? 2 : 1);
        assertThat(orders()).isEqualTo(1);
    }

    /** As a process that stands still for longer than the server lets a transaction wait. */
    private void endIdle(Connection connection) throws SQLException {
        int process = connection.unwrap(PGConnection.class).getBackendPID();
        try (Statement statement = connection.createStatement()) {
            statement.execute("set local idle_in_transaction_session_timeout = 1");
        }
        await().atMost(LONG).until(() -> count("select count(*) from pg_stat_activity where pid = " + process) == 0);
    }

    @Test
    void ifTheyFailTheCommandHasNoEffect() throws SQLException {
        InstanceHandle handle = store.createHandle(owner, id);
        store.execute(handle, create(), LONG, order(1)).receiptOrThrow();
        SaveInstance save = SaveInstance.of(number(2), AfterSave.KEEP);

        assertThatThrownBy(() -> store.execute(handle, save, LONG, order(1)))
                .isInstanceOfSatisfying(
                        InstanceStoreException.class,
                        failure -> assertThat(failure.effect()).isEqualTo(Effect.NONE))
                .hasRootCauseInstanceOf(SQLException.class);
        assertThatThrownBy(() -> store.execute(handle, save, LONG, connection -> {
                    order(3).run(connection);
                    throw new IllegalArgumentException("changed my mind");
                }))
                .isInstanceOf(InstanceStoreException.class)
                .hasRootCauseMessage("changed my mind");

        assertThat(orders()).isEqualTo(1);
        store.execute(handle, save, LONG, order(2)).receiptOrThrow();
        assertThat(orders()).isEqualTo(2);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // As Kotlin and Groovy do it.
    private static <T extends Throwable> T undeclared(Throwable failure) throws T {
        throw (T) failure;
    }

    static Stream<Throwable> whatNoSignatureDeclares() {
        return Stream.of(new StackOverflowError("too deep"), new AssertionError("never"), new IOException("no file"));
    }

    @ParameterizedTest
    @MethodSource("whatNoSignatureDeclares")
    void whateverTheyThrowNothingOfThemIsCommittedWithALaterCommand(Throwable thrown) throws SQLException {
        InstanceHandle handle = store.createHandle(owner, id);
        store.execute(handle, create(), LONG).receiptOrThrow();

        assertThatThrownBy(() -> store.execute(handle, SaveInstance.of(number(2), AfterSave.KEEP), LONG, connection -> {
                    order(1).run(connection);
                    throw OwnRowsTest.<RuntimeException>undeclared(thrown);
                }))
                .isInstanceOfSatisfying(
                        InstanceStoreException.class,
                        failure -> assertThat(failure.effect()).isEqualTo(Effect.NONE))
                .hasMessageContaining("the caller's own work failed, and nothing was committed")
                .rootCause()
                .isSameAs(thrown);

        store.execute(store.createHandle(owner, InstanceId.random()), create(), LONG)
                .receiptOrThrow();
        assertThat(orders()).isZero();
        assertThat(store.execute(store.createHandle(owner, id), LoadInstance.of(LoadMode.authoritative()), LONG)
                        .snapshotOrThrow()
                        .data()
                        .get("n", Integer.class))
                .isEqualTo(1);
    }

    static Stream<RowWork> whatEndsTheTransaction() {
        return Stream.of(
                Connection::rollback,
                Connection::commit,
                connection -> connection.setAutoCommit(true),
                Connection::close,
                connection -> connection.abort(Runnable::run));
    }

    @ParameterizedTest
    @MethodSource("whatEndsTheTransaction")
    @DisplayName("cannot end the transaction: nothing is acknowledged that is not there, nor called undone that is")
    void cannotEndTheTransaction(RowWork ending) throws SQLException {
        InstanceHandle handle = store.createHandle(owner, id);
        AtomicInteger runs = new AtomicInteger();

        assertThatThrownBy(() -> store.execute(handle, create(), LONG, connection -> {
                    runs.incrementAndGet();
                    order(1).run(connection);
                    ending.run(connection);
                }))
                .isInstanceOfSatisfying(
                        InstanceStoreException.class,
                        failure -> assertThat(failure.effect()).isEqualTo(Effect.NONE))
                .hasMessageContaining("is not for the caller's work");

        assertThat(runs).hasValue(1);
        assertThat(orders()).isZero();
        assertThatThrownBy(() -> store.execute(
                                store.createHandle(owner, id), LoadInstance.of(LoadMode.authoritative()), LONG)
                        .snapshotOrThrow())
                .isInstanceOf(UnexpectedOutcomeException.class);
        store.execute(store.createHandle(owner, id), create(), LONG, order(2)).receiptOrThrow();
        assertThat(orders()).isEqualTo(1);
    }

    @Test
    void mayGoBackToASavepointOfTheirOwn() throws SQLException {
        store.execute(store.createHandle(owner, id), create(), LONG, connection -> {
                    order(1).run(connection);
                    Savepoint savepoint = connection.setSavepoint();
                    order(2).run(connection);
                    connection.rollback(savepoint);
                })
                .receiptOrThrow();

        assertThat(orders()).isEqualTo(1);
    }

    @Test
    void cannotGoOnInTheTransactionOfALaterCommand() throws SQLException {
        AtomicReference<Connection> kept = new AtomicReference<>();
        store.execute(store.createHandle(owner, id), create(), LONG, kept::set).receiptOrThrow();

        assertThatThrownBy(() -> order(1).run(kept.get()))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("after the work had returned");
        assertThat(orders()).isZero();
    }

    /** Frameworks keep a connection in maps, compare it and print it, also when they clear up. */
    @Test
    void haveAConnectionThatIsItselfAlsoAfterTheWork() throws SQLException {
        AtomicReference<Connection> kept = new AtomicReference<>();
        Set<Connection> among = new HashSet<>();
        store.execute(store.createHandle(owner, id), create(), LONG, connection -> {
                    kept.set(connection);
                    among.add(connection);
                    assertThat(connection.equals(kept.get())).isTrue();
                    assertThat(connection.isClosed()).isFalse();
                })
                .receiptOrThrow();

        assertThat(among.remove(kept.get())).isTrue();
        assertThat(kept.get().isClosed()).isTrue();
        assertThat(kept.get().toString()).contains("caller's work");
    }
}
