// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.jdbc.commit.DatabaseException;
import dev.rehydrate.store.jdbc.commit.SlotDatabase;
import dev.rehydrate.store.jdbc.commit.StoredSlot;
import dev.rehydrate.store.jdbc.database.Database;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("instances that are read together")
class ReadTogetherTest {

    private static final int LARGE = 3 << 20;

    private static InstanceId create(JdbcInstanceStore store, int large) {
        InstanceId id = InstanceId.random();
        store.commands()
                .execute(
                        id,
                        CreateInstance.of(
                                InstanceChanges.data(Map.of("small", 1, "large", new byte[large])), AfterSave.RELEASE))
                .receiptOrThrow();
        return id;
    }

    private static Map<SlotAddress, ValueSelection> wanted(ValueSelection values, InstanceId... ids) {
        return Stream.of(ids).collect(Collectors.toMap(SlotAddress::of, id -> values));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("are refused if they are too large together, and only then")
    void areBounded(boolean postgres) {
        TestDatabase database = postgres ? TestDatabase.POSTGRESQL : TestDatabase.H2_FILE;
        try (JdbcInstanceStore store = JdbcInstanceStore.open(database.options());
                Database fit = Database.open(database.options());
                Database.SlotLane lane = fit.lane()) {
            InstanceId one = create(store, LARGE);
            InstanceId two = create(store, LARGE);
            InstanceId small = create(store, 10);
            SlotDatabase rows = lane.rows();

            assertThat(rows.read(wanted(ValueSelection.all(), one, small, InstanceId.random())))
                    .hasSize(2);
            assertThat(rows.read(wanted(ValueSelection.of("small"), one, two))).hasSize(2);
            assertThat(rows.read(List.of(SlotAddress.of(one), SlotAddress.of(two))))
                    .as("however large")
                    .hasSize(2);
            for (ValueSelection each : List.of(ValueSelection.all(), ValueSelection.of("large"))) {
                assertThatThrownBy(() -> rows.read(wanted(each, one, two)))
                        .isInstanceOfSatisfying(DatabaseException.class, failure -> {
                            assertThat(failure.effect()).isEqualTo(Effect.NONE);
                            assertThat(failure.isTransient()).isFalse();
                        })
                        .hasMessageContaining("too large for one read");
            }
            StoredSlot whole = rows.read(wanted(ValueSelection.all(), two)).get(SlotAddress.of(two));
            assertThat(whole.slot().instance()).isNotNull();

            List<CompletableFuture<?>> loads = new ArrayList<>();
            for (InstanceId each : List.of(one, two, small, one, two)) {
                loads.add(store.commands()
                        .executeAsync(each, LoadInstance.of(LoadMode.authoritative()))
                        .thenApply(outcome -> outcome.snapshotOrThrow())
                        .toCompletableFuture());
            }
            assertThat(loads).allSatisfy(CompletableFuture::join);
        } finally {
            database.clear();
        }
    }

    /** As PostgreSQL fails when a part of a large value is missing in its files. */
    @Test
    @DisplayName("do not fail for one among them that the server cannot read")
    void withADamagedOne() {
        TestDatabase database = TestDatabase.POSTGRESQL;
        JdbcStoreOptions options = database.options().withSchema("rot").withLanes(1, 0);
        try (JdbcInstanceStore store = JdbcInstanceStore.open(options)) {
            InstanceId bad = create(store, 10);
            List<InstanceId> sound =
                    Stream.generate(() -> create(store, 10)).limit(50).toList();
            database.execute("alter table rot.slot_value rename to stored_value");
            database.execute("create function rot.missing() returns bytea language plpgsql as $$ begin"
                    + " raise exception 'missing chunk number 0' using errcode = 'XX001'; end $$");
            database.execute("create view rot.slot_value as select address, name, case when address = '"
                    + new UUID(bad.high(), bad.low())
                    + "' then rot.missing() else bytes end as bytes from rot.stored_value");

            List<CompletableFuture<?>> bads = new ArrayList<>();
            List<CompletableFuture<?>> loads = new ArrayList<>();
            for (InstanceId each : sound) {
                bads.add(store.commands()
                        .executeAsync(bad, LoadInstance.of(LoadMode.authoritative()))
                        .toCompletableFuture());
                loads.add(store.commands()
                        .executeAsync(each, LoadInstance.of(LoadMode.authoritative()))
                        .thenApply(outcome -> outcome.snapshotOrThrow())
                        .toCompletableFuture());
            }

            assertThat(loads).allSatisfy(CompletableFuture::join);
            assertThat(bads)
                    .allSatisfy(each -> assertThatThrownBy(each::join)
                            .hasCauseInstanceOf(StoreUnavailableException.class)
                            .hasMessageContaining("missing chunk"));
        } finally {
            database.execute("drop schema rot cascade");
        }
    }
}
