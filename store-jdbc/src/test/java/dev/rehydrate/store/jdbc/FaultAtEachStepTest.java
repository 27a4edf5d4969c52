// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The session of a lane ends, or a statement of it fails, at each step that a command takes on PostgreSQL: before the step is done, and
 * after it, so that its answer is lost. What the caller was told is compared with what is there.
 */
@DisplayName("a fault at each step of a command")
class FaultAtEachStepTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int MOST_STEPS = 40;

    private final TestDatabase database = TestDatabase.POSTGRESQL;
    private final FaultySource faulty = new FaultySource(database.dataSource());
    private JdbcInstanceStore store;
    private OwnerId owner;

    @BeforeEach
    void open() {
        database.execute("drop table if exists orders");
        database.execute("create table orders (id uuid)");
        store = JdbcInstanceStore.open(
                JdbcStoreOptions.of(faulty.dataSource()).allowingNotDurable().withLanes(1, 1 << 20));
        owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), LONG);
    }

    @AfterEach
    void close() {
        store.close();
        database.clear();
    }

    private record Outcome(
            @Nullable SaveReceipt receipt, @Nullable Effect effect) {}

    /** One command on a new instance. */
    private final class Scene {

        private final InstanceId id = InstanceId.random();
        private final InstanceKey former = InstanceKey.of("fault", id + "-1");
        private final InstanceKey further = InstanceKey.of("fault", id + "-2");
        private final CommandId command = CommandId.random();

        private InstanceChanges<InstanceValue> changes(int number, KeyChanges<InstanceValue> keys) {
            return InstanceChanges.builder()
                    .changeData(
                            ValueDelta.putting(Map.of("n", InstanceValue.of(number), "m", InstanceValue.of(number))))
                    .keys(keys)
                    .build();
        }

        void begin(Kind kind) {
            if (kind != Kind.CREATE) {
                store.commands()
                        .execute(id, CreateInstance.of(changes(1, KeyChanges.associating(former)), AfterSave.RELEASE))
                        .receiptOrThrow();
            }
        }

        private SaveOutcome execute(Kind kind, boolean withWork) {
            var handle = store.createHandle(owner, id);
            if (kind == Kind.CREATE) {
                CreateInstance create =
                        new CreateInstance(command, changes(2, KeyChanges.associating(further)), AfterSave.RELEASE);
                return withWork
                        ? store.execute(handle, create, LONG, this::work)
                        : store.execute(handle, (PersistenceCommand<SaveOutcome>) create, LONG);
            }
            if (kind == Kind.COMPLETE) {
                CompleteInstance complete =
                        new CompleteInstance(command, InstanceChanges.none(), Expected.any(), CompletionAction.DELETE);
                return withWork
                        ? store.execute(handle, complete, LONG, this::work)
                        : store.execute(handle, (PersistenceCommand<SaveOutcome>) complete, LONG);
            }
            KeyChanges<InstanceValue> moved =
                    KeyChanges.<InstanceValue>associating(further).and(KeyChanges.releasing(former));
            SaveInstance save = new SaveInstance(
                    command,
                    changes(2, kind == Kind.MOVE_KEY ? moved : KeyChanges.none()),
                    Expected.any(),
                    AfterSave.RELEASE);
            return withWork
                    ? store.execute(handle, save, LONG, this::work)
                    : store.execute(handle, (PersistenceCommand<SaveOutcome>) save, LONG);
        }

        private void work(Connection connection) throws SQLException {
            try (PreparedStatement insert = connection.prepareStatement("insert into orders (id) values (?)")) {
                insert.setObject(1, UUID.fromString(id.toString()));
                insert.executeUpdate();
            }
        }

        Outcome attempt(Kind kind, boolean withWork) {
            try {
                return new Outcome(execute(kind, withWork).receiptOrThrow(), null);
            } catch (InstanceStoreException failure) {
                return new Outcome(null, failure.effect());
            }
        }

        int orders() throws SQLException {
            try (Connection connection = database.dataSource().getConnection();
                    PreparedStatement count = connection.prepareStatement("select count(*) from orders where id = ?")) {
                count.setObject(1, UUID.fromString(id.toString()));
                try (ResultSet found = count.executeQuery()) {
                    found.next();
                    return found.getInt(1);
                }
            }
        }

        boolean isDone(Kind kind) {
            LoadOutcome now = store.commands().execute(id, LoadInstance.of(LoadMode.authoritative()));
            if (kind == Kind.COMPLETE) {
                return now instanceof LoadOutcome.NotFound;
            }
            return now instanceof LoadOutcome.Loaded loaded
                    && loaded.snapshot().data().get("n", Integer.class) == 2
                    && loaded.snapshot().data().get("m", Integer.class) == 2;
        }

        boolean leads(InstanceKey key) {
            return store.commands().execute(LoadInstanceByKey.of(key, LoadMode.authoritative()))
                            instanceof LoadOutcome.Loaded loaded
                    && loaded.snapshot().id().equals(id);
        }

        void requireWhole(Kind kind, boolean withWork, boolean done) throws SQLException {
            assertThat(isDone(kind)).as("the command is carried out").isEqualTo(done);
            assertThat(orders()).as("rows of the caller").isEqualTo(done && withWork ? 1 : 0);
            if (kind == Kind.CREATE || kind == Kind.MOVE_KEY) {
                assertThat(leads(further)).as("the new key").isEqualTo(done);
            }
            if (kind != Kind.CREATE) {
                assertThat(leads(former)).as("the former key").isEqualTo(!done || kind == Kind.SAVE);
            }
        }
    }

    /** The kinds of commands. */
    enum Kind {
        /** With a further key. */
        CREATE,
        /** Of two values. */
        SAVE,
        /** Gives one key up and takes another. */
        MOVE_KEY,
        /** Of an instance with a further key, which is deleted. */
        COMPLETE
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("is told as what it is, and a repeat settles it")
    void isToldAsItIs(DatabaseFault what) throws SQLException {
        for (Kind kind : Kind.values()) {
            for (boolean withWork : new boolean[] {false, true}) {
                int step = 0;
                while (step < MOST_STEPS && happensAt(what.name(), what::happen, kind, withWork, step)) {
                    step++;
                }
                assertThat(step).as("steps of " + kind).isBetween(withWork ? 4 : 1, MOST_STEPS - 1);
            }
        }
    }

    /** The step is done, its caller is not told so, and the server refuses the next attempt for good. */
    private final class UnknownCompletion implements FaultySource.Fault {

        private final SQLException told;
        private boolean happened;

        UnknownCompletion(SQLException told) {
            this.told = told;
        }

        @Override
        public @Nullable Object at(Connection real, FaultySource.Step step) throws Throwable {
            var unused = step.go();
            happened = true;
            faulty.order(
                    (next, refused) -> {
                        throw new SQLException("permission denied for table slot", "42501");
                    },
                    0);
            throw told;
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("of which the server does not know whether it is done is not told as nothing done")
    void isNotToldAsNothingDone(Kind kind) throws SQLException {
        areNotToldAsNothingDone(kind, new SQLException("the result of the statement is not known", "40003"));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("whose answer comes and cannot be taken is not told as nothing done")
    void isNotToldAsNothingDoneByTheDriver(Kind kind) throws SQLException {
        areNotToldAsNothingDone(
                kind,
                new SQLException(
                        "Ran out of memory retrieving query results.",
                        "53200",
                        new OutOfMemoryError("Java heap space")));
        areNotToldAsNothingDone(kind, new SQLException("This ResultSet is closed.", "55000"));
    }

    private void areNotToldAsNothingDone(Kind kind, SQLException told) throws SQLException {
        for (boolean withWork : new boolean[] {false, true}) {
            int step = 0;
            UnknownCompletion fault;
            do {
                fault = new UnknownCompletion(told);
                var unused = happensAt("completion unknown", fault, kind, withWork, step++);
            } while (fault.happened && step < MOST_STEPS);
            assertThat(step).as("steps of " + kind).isBetween(withWork ? 5 : 2, MOST_STEPS - 1);
        }
    }

    /** Returns whether there were as many steps. */
    private boolean happensAt(String what, FaultySource.Fault fault, Kind kind, boolean withWork, int step)
            throws SQLException {
        String where = what + " at step " + step + " of " + kind + (withWork ? " with work" : "");
        Scene scene = new Scene();
        scene.begin(kind);

        faulty.order(fault, step);
        Outcome told = scene.attempt(kind, withWork);
        boolean happened = faulty.cancel();

        if (told.effect() != Effect.UNKNOWN) {
            check(where + " told " + told, () -> scene.requireWhole(kind, withWork, told.receipt() != null));
        }
        Outcome again = scene.attempt(kind, withWork);
        assertThat(again.receipt())
                .as(where + ", repeated after " + told + ": " + again)
                .isNotNull();
        if (told.receipt() != null) {
            assertThat(again.receipt()).as(where).isEqualTo(told.receipt());
        }
        check(where + " repeated", () -> scene.requireWhole(kind, withWork, true));
        return happened;
    }

    private interface Check {
        void run() throws SQLException;
    }

    private static void check(String where, Check check) throws SQLException {
        try {
            check.run();
        } catch (AssertionError wrong) {
            throw new AssertionError(where + ": " + wrong.getMessage(), wrong);
        }
    }
}
