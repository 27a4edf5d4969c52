// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
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
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * All sessions end at a step of a command, and a database answers from then on that lacks the last commits, as a standby that became
 * the primary: here the tables get back what was in them. The same for a restore. The lost steps can be those of this command.
 */
@DisplayName("a failover that loses commits, at each step of a command")
class FailoverAtEachStepTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int MOST_STEPS = 12;
    /** A store mends in the background: at once, but not on a machine that is busy. */
    private static final Duration MENDED = Duration.ofMinutes(1);

    private static final List<String> TABLES = List.of("slot", "slot_value", "promoted");

    private final TestDatabase database = TestDatabase.POSTGRESQL;
    private final HikariDataSource pool = pool();
    private final FaultySource faulty = new FaultySource(pool);
    private JdbcInstanceStore store;
    private OwnerId owner;

    private static HikariDataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(TestDatabase.postgres().getJdbcUrl("postgres", "postgres") + "&ApplicationName=failover");
        config.setMaximumPoolSize(12);
        return new HikariDataSource(config);
    }

    @BeforeEach
    void open() {
        store = JdbcInstanceStore.open(JdbcStoreOptions.of(faulty.dataSource()).allowingNotDurable());
        owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), LONG);
    }

    @AfterEach
    void close() {
        store.close();
        pool.close();
        TABLES.forEach(table -> database.execute("drop table if exists replicated_" + table));
        database.clear();
    }

    /** The standby has everything until now. */
    private void replicate() {
        for (String table : TABLES) {
            database.execute("drop table if exists replicated_" + table);
            database.execute("create table replicated_" + table + " as select * from rehydrate." + table);
        }
    }

    private void failOver() {
        String sessions =
                "select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'failover'";
        database.execute(sessions);
        StringBuilder restore = new StringBuilder("begin;");
        for (String table : TABLES) {
            restore.append("delete from rehydrate." + table + ";insert into rehydrate." + table
                    + " select * from replicated_" + table + ";");
        }
        database.execute(restore + "commit");
    }

    /** The kinds of commands. */
    enum Kind {
        /** With a further key. */
        CREATE,
        /** Gives one key up and takes another. */
        MOVE_KEY,
        /** Of an instance with a further key, which is deleted. */
        COMPLETE
    }

    /** One command on a new instance. */
    private final class Scene {

        private final Kind kind;
        private final InstanceId id = InstanceId.random();
        private final InstanceKey former = InstanceKey.of("failover", id + "-1");
        private final InstanceKey further = InstanceKey.of("failover", id + "-2");
        private final CommandId command = CommandId.random();

        Scene(Kind kind) {
            this.kind = kind;
            if (kind != Kind.CREATE) {
                store.commands()
                        .execute(id, CreateInstance.of(changes(1, KeyChanges.associating(former)), AfterSave.RELEASE))
                        .receiptOrThrow();
            }
            replicate();
        }

        private InstanceChanges<InstanceValue> changes(int number, KeyChanges<InstanceValue> keys) {
            return InstanceChanges.builder()
                    .changeData(ValueDelta.putting(Map.of("n", InstanceValue.of(number))))
                    .keys(keys)
                    .build();
        }

        private PersistenceCommand<SaveOutcome> command() {
            return switch (kind) {
                case CREATE ->
                    new CreateInstance(command, changes(2, KeyChanges.associating(further)), AfterSave.RELEASE);
                case MOVE_KEY ->
                    new SaveInstance(
                            command,
                            changes(
                                    2,
                                    KeyChanges.<InstanceValue>associating(further)
                                            .and(KeyChanges.releasing(former))),
                            Expected.any(),
                            AfterSave.RELEASE);
                case COMPLETE ->
                    new CompleteInstance(command, InstanceChanges.none(), Expected.any(), CompletionAction.DELETE);
            };
        }

        /** {@return the failure, or null if it was carried out} */
        @Nullable
        InstanceStoreException attempt() {
            try {
                store.execute(store.createHandle(owner, id), command(), LONG).receiptOrThrow();
                return null;
            } catch (InstanceStoreException failure) {
                return failure;
            }
        }

        private Set<InstanceKey> listed() {
            LoadOutcome now = store.commands().withTimeout(LONG).execute(id, LoadInstance.of(LoadMode.authoritative()));
            return now instanceof LoadOutcome.Loaded loaded
                    ? Set.copyOf(loaded.snapshot().keys().keySet())
                    : Set.of();
        }

        private boolean leads(InstanceKey key) {
            return store.commands().withTimeout(LONG).execute(LoadInstanceByKey.of(key, LoadMode.authoritative()))
                            instanceof LoadOutcome.Loaded loaded
                    && loaded.snapshot().id().equals(id);
        }

        private List<String> wrong() {
            List<String> wrong = new ArrayList<>();
            Set<InstanceKey> listed = listed();
            for (InstanceKey key : List.of(former, further)) {
                if (listed.contains(key) != leads(key)) {
                    wrong.add((key.equals(former) ? "the former key" : "the new key")
                            + (listed.contains(key)
                                    ? " is listed and leads nowhere"
                                    : " leads there and is not listed"));
                }
            }
            return wrong;
        }

        void requireKeysThatLead(String where) {
            long begun = System.nanoTime();
            List<String> wrong = wrong();
            while (!wrong.isEmpty() && System.nanoTime() - begun < MENDED.toNanos()) {
                wrong = wrong();
            }
            assertThat(wrong).as(where).isEmpty();
        }

        void requireDone(String where) {
            assertThat(listed()).as(where).isEqualTo(kind == Kind.COMPLETE ? Set.of() : Set.of(further));
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("leaves no instance with a key that leads nowhere, and a repeat settles what was lost")
    void leavesKeysThatLead(Kind kind) {
        List<String> wrong = new ArrayList<>();
        for (int step = 0; step < MOST_STEPS; step++) {
            boolean happened = false;
            for (int replicated = 0; replicated <= step; replicated++) {
                happened |= happensAt(kind, replicated, step, wrong);
            }
            if (!happened) {
                assertThat(step).isPositive();
                assertThat(wrong).isEmpty();
                return;
            }
        }
        throw new AssertionError("more steps than expected");
    }

    @Test
    @DisplayName("leaves a key to the instance that took it there, if the claim that was there before is lost")
    void leavesAKeyToOneInstance() {
        int step = 0;
        while (step < MOST_STEPS && leavesTheKeyToAnother(step)) {
            step++;
        }
        assertThat(step).isBetween(2, MOST_STEPS - 1);
    }

    private boolean leavesTheKeyToAnother(int step) {
        Scene scene = new Scene(Kind.CREATE);
        InstanceId other = InstanceId.random();
        CreateInstance taking =
                CreateInstance.of(scene.changes(1, KeyChanges.associating(scene.further)), AfterSave.RELEASE);
        faulty.order(
                (real, go) -> {
                    failOver();
                    try (JdbcInstanceStore elsewhere = JdbcInstanceStore.open(database.options())) {
                        elsewhere.commands().execute(other, taking).receiptOrThrow();
                    }
                    return go.go();
                },
                step);
        InstanceStoreException told = scene.attempt();
        boolean happened = faulty.cancel();

        scene.requireKeysThatLead("at step " + step + " told " + told);
        assertThat(store.commands()
                        .execute(LoadInstanceByKey.of(scene.further, LoadMode.authoritative()))
                        .snapshotOrThrow()
                        .id())
                .isEqualTo(happened ? other : scene.id);
        return happened;
    }

    /**
     * Returns whether there were as many steps.
     *
     * @param replicated the standby has what was there before this step
     * @param step when the failover happens
     */
    private boolean happensAt(Kind kind, int replicated, int step, List<String> wrong) {
        String where = kind + ", at step " + step + ", with what was there before step " + replicated;
        Scene scene = new Scene(kind);
        FaultySource.Fault failover = (real, go) -> {
            failOver();
            return go.go();
        };
        FaultySource.Fault replication = (real, go) -> {
            replicate();
            if (step == replicated) {
                return failover.at(real, go);
            }
            faulty.order(failover, step - replicated - 1);
            return go.go();
        };
        faulty.order(replication, replicated);
        InstanceStoreException told = scene.attempt();
        boolean happened = faulty.cancel();
        try {
            scene.requireKeysThatLead(where + " told " + told);
            InstanceStoreException again = scene.attempt();
            assertThat(again).as(where + ", told " + told + ", repeated").isNull();
            scene.requireKeysThatLead(where + " told " + told + " repeated");
            if (told == null && step > replicated) {
                return happened;
            }
            scene.requireDone(where + " told " + told + " repeated");
        } catch (AssertionError failure) {
            wrong.add(failure.getMessage());
        }
        return happened;
    }
}
