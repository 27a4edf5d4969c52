// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.LoadRunnable;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.tck.ManualTime;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Instances that were held when all members of a farm with write-behind ended: their holders have ended, and only the rows tell who they were. */
final class WriteBehindHoldsTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Duration NEVER = Duration.ofDays(1);
    private static final Duration LONG = Duration.ofHours(1);

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-03-01T12:00:00Z"));
    private final HikariDataSource database = Pools.of(Pools.newFile(), "");
    private final BehindFarm before = new BehindFarm(database, NEVER);
    private final BehindFarm after = new BehindFarm(database, NEVER);

    private @Nullable InstanceStore inDatabase;

    /** What begins on the tables of the farm that has ended. */
    enum After {
        FARM,
        STORE_IN_DATABASE
    }

    @AfterEach
    void close() {
        if (inDatabase != null) {
            inDatabase.close();
        }
        before.close();
        after.close();
        database.close();
    }

    private StoreOptions options() {
        return StoreOptions.defaults().withTime(time);
    }

    private static OwnerId owner(InstanceStore store) {
        return store.execute(store.createHandle(), new CreateOwner(OwnerDescription.ofType("documents")), TIMEOUT);
    }

    /** Creates an instance and keeps it, lets it be written, and ends all; then the farm begins anew, some time later. */
    private InstanceStore restartedHolding(InstanceId id, InstanceChanges<InstanceValue> changes, After next) {
        HazelcastInstanceStore store = before.start(options());
        store.execute(store.createHandle(owner(store), id), CreateInstance.of(changes, AfterSave.KEEP), TIMEOUT)
                .receiptOrThrow();
        store.flush(TIMEOUT);
        before.kill();
        time.advance(LONG);
        return next == After.FARM ? after.start(options()) : opened();
    }

    private InstanceStore opened() {
        inDatabase = JdbcInstanceStore.open(after.database().withStore(options()));
        return inDatabase;
    }

    private static InstanceChanges.Builder text() {
        return InstanceChanges.builder().replaceData(Map.of("text", InstanceValue.of("kept")));
    }

    @ParameterizedTest
    @EnumSource
    void whatIsDueRuns(After next) {
        InstanceId id = InstanceId.random();
        InstanceStore store =
                restartedHolding(id, text().dueAfter(LONG.dividedBy(2)).build(), next);

        awaitLooks(() -> assertThat(run(store)).isEqualTo(id));
    }

    /** Its host may have been in the middle of a turn. */
    @ParameterizedTest
    @EnumSource
    void whatIsNotDueRunsAsWell(After next) {
        InstanceId id = InstanceId.random();
        InstanceStore store = restartedHolding(id, text().build(), next);

        awaitLooks(() -> assertThat(run(store)).isEqualTo(id));
    }

    private static InstanceId run(InstanceStore store) {
        return store.execute(store.createHandle(owner(store)), LoadRunnable.now(), TIMEOUT)
                .loaded()
                .map(InstanceSnapshot::id)
                .orElse(null);
    }

    @ParameterizedTest
    @EnumSource
    void whatNobodyComesBackToExpires(After next) {
        InstanceId id = InstanceId.random();
        InstanceStore store =
                restartedHolding(id, text().idleTtl(LONG.dividedBy(2)).build(), next);

        awaitLooks(() -> assertThat(store.commands().execute(id, LoadInstance.of(LoadMode.peek())))
                .isInstanceOf(LoadOutcome.NotFound.class));
    }

    /** A farm never looks at them, and would have one for each life of each host that ever held something. */
    @Test
    void noRowsOfOwnersAreMade() throws SQLException {
        HazelcastInstanceStore store = before.start(options());
        for (int i = 0; i < 20; i++) {
            store.execute(
                            store.createHandle(owner(store), InstanceId.random()),
                            CreateInstance.of(text().build(), AfterSave.KEEP),
                            TIMEOUT)
                    .receiptOrThrow();
        }
        store.flush(TIMEOUT);

        assertThat(owners()).isZero();
        before.kill();
        opened();
        assertThat(owners()).as("those that held something have ended").isEqualTo(20);
    }

    private int owners() throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("select count(*) from rehydrate.owner where dead")) {
            found.next();
            return found.getInt(1);
        }
    }

    /** A store looks at the owners from time to time. */
    private void awaitLooks(ThrowingRunnable assertion) {
        Awaitility.await().atMost(TIMEOUT).untilAsserted(() -> {
            time.advance(Duration.ofSeconds(1));
            assertion.run();
        });
    }
}
