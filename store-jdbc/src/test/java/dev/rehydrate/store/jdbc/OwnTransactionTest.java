// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The transaction of a command belongs to its lane, whichever way the caller's own work goes to end it. */
@ParameterizedClass
@ValueSource(booleans = {false, true})
class OwnTransactionTest {

    private static final Duration LONG = Duration.ofSeconds(20);

    private final TestDatabase database;
    private final JdbcInstanceStore store;
    private final OwnerId owner;
    private final InstanceId id = InstanceId.random();

    OwnTransactionTest(boolean postgres) {
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

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private int orders() throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("select count(*) from orders")) {
            found.next();
            return found.getInt(1);
        }
    }

    private boolean isStored() {
        return store.execute(store.createHandle(owner, id), LoadInstance.of(LoadMode.authoritative()), LONG)
                instanceof LoadOutcome.Loaded;
    }

    private static CreateInstance create() {
        return CreateInstance.of(InstanceChanges.data(Map.of("n", 1)), AfterSave.KEEP);
    }

    private void create(RowWork work) {
        store.execute(store.createHandle(owner, id), create(), LONG, work).receiptOrThrow();
    }

    /** A way back to a connection. */
    interface Way {
        Connection back(Connection lent) throws SQLException;
    }

    @SuppressWarnings("resource") // Closed with the connection; what is asked for is where they lead to.
    static Stream<Named<Way>> waysBackToTheConnection() {
        return Stream.of(
                Named.of("statement", lent -> lent.createStatement().getConnection()),
                Named.of("prepared", lent -> lent.prepareStatement("select 1").getConnection()),
                Named.of("metadata", lent -> lent.getMetaData().getConnection()),
                Named.of(
                        "result",
                        lent -> lent.createStatement()
                                .executeQuery("select 1")
                                .getStatement()
                                .getConnection()),
                Named.of(
                        "prepared result",
                        lent -> lent.prepareStatement("select 1")
                                .executeQuery()
                                .getStatement()
                                .getConnection()),
                Named.of("result of metadata", lent -> {
                    Statement statement = lent.getMetaData().getSchemas().getStatement();
                    return statement == null ? lent : statement.getConnection();
                }),
                Named.of("unwrap", lent -> lent.unwrap(Connection.class)));
    }

    @ParameterizedTest
    @MethodSource("waysBackToTheConnection")
    @DisplayName("a statement, a result and the metadata lead back to the connection that refuses to commit")
    void everyWayLeadsBackToTheLentConnection(Way way) throws SQLException {
        assertThatThrownBy(() -> create(connection -> {
                    execute(connection, "insert into orders (id) values (1)");
                    assertThat(way.back(connection)).isSameAs(connection);
                    way.back(connection).commit();
                }))
                .isInstanceOfSatisfying(
                        InstanceStoreException.class,
                        failure -> assertThat(failure.effect()).isEqualTo(Effect.NONE))
                .hasMessageContaining("is not for the caller's work");

        assertThat(orders()).isZero();
        assertThat(isStored()).isFalse();
    }

    @Test
    void aStatementThatIsKeptDoesNotWorkInTheTransactionOfALaterCommand() throws SQLException {
        AtomicReference<PreparedStatement> kept = new AtomicReference<>();
        create(connection -> kept.set(connection.prepareStatement("insert into orders (id) values (1)")));

        assertThatThrownBy(() -> kept.get().executeUpdate())
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("after the work had returned");
        kept.get().close();
        assertThat(orders()).isZero();
    }

    @Test
    void aStatementIsItselfAndFindsItsResult() {
        create(connection -> {
            try (PreparedStatement statement = connection.prepareStatement("select 7");
                    ResultSet found = statement.executeQuery()) {
                assertThat(found.getStatement()).isSameAs(statement);
                assertThat(statement.isWrapperFor(PreparedStatement.class)).isTrue();
                assertThat((Object) statement.unwrap(PreparedStatement.class)).isSameAs(statement);
                assertThat(statement.equals(found.getStatement())).isTrue();
                assertThat(found.next()).isTrue();
                assertThat(found.getInt(1)).isEqualTo(7);
            }
        });
    }

    static Stream<Named<RowWork>> whatRollsBack() {
        return Stream.of(
                Named.of("rollback", connection -> execute(connection, "rollback")),
                Named.of("rollback and more", connection -> {
                    execute(connection, "rollback");
                    execute(connection, "insert into orders (id) values (2)");
                }));
    }

    @ParameterizedTest
    @MethodSource("whatRollsBack")
    @DisplayName("a save whose work rolls back by SQL is not acknowledged, for it is not there")
    void aSaveThatIsRolledBackBySqlIsNotAcknowledged(RowWork ending) throws SQLException {
        AtomicInteger runs = new AtomicInteger();

        assertThatThrownBy(() -> create(connection -> {
                    runs.incrementAndGet();
                    execute(connection, "insert into orders (id) values (1)");
                    ending.run(connection);
                }))
                .isInstanceOfSatisfying(
                        InstanceStoreException.class,
                        failure -> assertThat(failure.effect()).isEqualTo(Effect.NONE))
                .hasMessageContaining("has ended the transaction");

        assertThat(runs).hasValue(1);
        assertThat(isStored()).isFalse();
        assertThat(orders()).isZero();
    }

    static Stream<Named<RowWork>> whatCommits() {
        return Stream.of(
                Named.of("commit", connection -> execute(connection, "commit")),
                Named.of("commit and more", connection -> {
                    execute(connection, "commit");
                    execute(connection, "insert into orders (id) values (2)");
                }),
                Named.of("commit and failure", connection -> {
                    execute(connection, "commit");
                    throw new IllegalStateException("changed my mind");
                }),
                Named.of("commit and failure of SQL", connection -> {
                    execute(connection, "commit");
                    execute(connection, "insert into orders (id) values (1)");
                }));
    }

    @ParameterizedTest
    @MethodSource("whatCommits")
    @DisplayName("a save whose work commits by SQL is not called undone, for it is there")
    void aSaveThatIsCommittedBySqlIsNotCalledUndone(RowWork ending) throws SQLException {
        AtomicInteger runs = new AtomicInteger();
        CreateInstance command = create();

        InstanceStoreException failure = catchThrowableOfType(
                InstanceStoreException.class,
                () -> store.execute(store.createHandle(owner, id), command, LONG, connection -> {
                    runs.incrementAndGet();
                    execute(connection, "insert into orders (id) values (1)");
                    ending.run(connection);
                }));

        assertThat(failure.effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(failure).hasMessageContaining("has ended the transaction");
        assertThat(runs).hasValue(1);
        assertThat(isStored()).isTrue();
        assertThat(orders()).isEqualTo(1);
        store.execute(store.createHandle(owner, id), command, LONG, connection -> runs.incrementAndGet())
                .receiptOrThrow();
        assertThat(runs).hasValue(1);
    }

    @Test
    @DisplayName(
            "a statement that changes a table, after which H2 commits and PostgreSQL does not, is told as what it was")
    void whatIsCommittedImplicitlyIsSeen() throws SQLException {
        boolean commits = database.equals(TestDatabase.H2_FILE);

        assertThatThrownBy(() -> create(connection -> {
                    execute(connection, "create table if not exists any_table (id int)");
                    throw new IllegalStateException("changed my mind");
                }))
                .isInstanceOfSatisfying(
                        InstanceStoreException.class,
                        failure -> assertThat(failure.effect()).isEqualTo(commits ? Effect.UNKNOWN : Effect.NONE))
                .hasMessageContaining(commits ? "has ended the transaction" : "nothing was committed");
        assertThat(isStored()).isEqualTo(commits);
    }

    @Test
    void workThatFailsForAReasonOfItsOwnIsNotTriedAgain() {
        AtomicInteger runs = new AtomicInteger();

        assertThatThrownBy(() -> create(connection -> {
                    runs.incrementAndGet();
                    throw new SQLException("sold out");
                }))
                .isInstanceOfSatisfying(
                        InstanceStoreException.class,
                        failure -> assertThat(failure.effect()).isEqualTo(Effect.NONE))
                .hasMessageContaining("the caller's own work failed, and nothing was committed")
                .hasRootCauseMessage("sold out");
        assertThat(runs).hasValue(1);
    }

    @Test
    void workThatLeavesItsThreadInterruptedIsCommitted() throws SQLException {
        create(connection -> {
            execute(connection, "insert into orders (id) values (1)");
            Thread.currentThread().interrupt();
        });

        assertThat(orders()).isEqualTo(1);
        assertThat(isStored()).isTrue();
    }

    @Test
    void whatFollowsTheWorkIsNotInterrupted() {
        FaultySource watched = new FaultySource(database.dataSource());
        AtomicReference<Boolean> interrupted = new AtomicReference<>();
        try (JdbcInstanceStore other = JdbcInstanceStore.open(
                JdbcStoreOptions.of(watched.dataSource()).allowingNotDurable().withLanes(1, 1 << 20))) {
            OwnerId it = other.execute(other.createHandle(), new CreateOwner(OwnerDescription.anonymous()), LONG);
            other.execute(other.createHandle(it, id), create(), LONG, connection -> {
                        watched.order(
                                (real, step) -> {
                                    interrupted.set(Thread.currentThread().isInterrupted());
                                    return step.go();
                                },
                                0);
                        Thread.currentThread().interrupt();
                    })
                    .receiptOrThrow();
        }
        assertThat(interrupted).hasValue(false);
    }
}
