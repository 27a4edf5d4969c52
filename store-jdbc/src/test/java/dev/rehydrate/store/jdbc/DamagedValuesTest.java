// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadRunnable;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.CorruptRecordException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** A row whose head can be read, so that indexes find it, and whose values are damaged, so that no operation can. */
@ParameterizedClass
@ValueSource(booleans = {false, true})
@DisplayName("rows whose values are damaged")
class DamagedValuesTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Duration SWEEP = StoreOptions.defaults().sweepPeriod();
    private static final Duration TTL = Duration.ofMinutes(10);
    private static final int INSTANCES = 100;

    private final TestDatabase database;
    private final JdbcFixture fixture;
    private final StoreOptions options;

    DamagedValuesTest(boolean postgres) {
        database = postgres ? TestDatabase.POSTGRESQL : TestDatabase.H2_FILE;
        fixture = new JdbcFixture(database);
        options = StoreOptions.defaults().withTime(fixture.time());
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    /** By a store of its own, which remembers what it has written. */
    private List<InstanceId> created(InstanceChanges.Builder changes) {
        try (InstanceStore store = fixture.open(options)) {
            OwnerId owner = ownerOf(store);
            return IntStream.range(0, INSTANCES)
                    .mapToObj(i -> {
                        InstanceId id = InstanceId.random();
                        store.execute(
                                        store.createHandle(owner, id),
                                        CreateInstance.of(changes.build(), AfterSave.RELEASE),
                                        TIMEOUT)
                                .receiptOrThrow();
                        return id;
                    })
                    .toList();
        }
    }

    private static OwnerId ownerOf(InstanceStore store) {
        return store.execute(store.createHandle(), new CreateOwner(OwnerDescription.ofType("notes")), TIMEOUT);
    }

    private static InstanceChanges.Builder changes() {
        return InstanceChanges.builder().replaceData(Map.of("note", InstanceValue.of("text")));
    }

    private void damage(InstanceId instance) {
        database.execute("delete from rehydrate.slot_value where address = '" + instance + "'");
    }

    @Test
    @DisplayName("keep no other instance that has expired from being swept, and do not make the store look unwell")
    void sweep() throws SQLException {
        List<InstanceId> all = created(changes().idleTtl(TTL));
        all.subList(40, 43).forEach(this::damage);

        try (InstanceStore store = fixture.open(options)) {
            fixture.advance(TTL.plus(SWEEP.multipliedBy(8)));

            assertThat(instances()).isEqualTo(3);
            assertThat(store.health().join().reasons()).noneMatch(reason -> reason.startsWith("nothing was swept"));
        }
    }

    private int instances() throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("select count(*) from rehydrate.instances")) {
            found.next();
            return found.getInt(1);
        }
    }

    @Test
    @DisplayName("keep no other instance that is due from being run")
    void run() {
        List<InstanceId> all = created(changes().dueAfter(Duration.ZERO));
        all.subList(0, 3).forEach(this::damage);

        try (InstanceStore store = fixture.open(options)) {
            OwnerId owner = ownerOf(store);
            List<InstanceId> run = new ArrayList<>();
            for (int i = 0; i < INSTANCES; i++) {
                store.execute(store.createHandle(owner), LoadRunnable.now(), TIMEOUT)
                        .loaded()
                        .map(InstanceSnapshot::id)
                        .ifPresent(run::add);
            }

            assertThat(run).containsExactlyInAnyOrderElementsOf(all.subList(3, INSTANCES));
            assertThatThrownBy(() -> store.execute(store.createHandle(owner, all.get(0)), LoadInstance.hold(), TIMEOUT))
                    .isInstanceOf(CorruptRecordException.class);
        }
    }

    @Test
    @DisplayName("are gone when an administrator removes them while stores are open, and the id is free")
    void remove() {
        InstanceId id = created(changes()).get(0);
        damage(id);

        try (InstanceStore store = fixture.open(options)) {
            assertThatThrownBy(() -> store.commands().execute(id, LoadInstance.read()))
                    .isInstanceOf(CorruptRecordException.class)
                    .hasMessageContaining(id.toString());
            for (String table : List.of("promoted", "slot_value", "slot")) {
                database.execute("delete from rehydrate." + table + " where address = '" + id + "'");
            }

            assertThat(store.commands().execute(id, LoadInstance.read())).isInstanceOf(LoadOutcome.NotFound.class);
            store.commands()
                    .execute(id, CreateInstance.of(changes().build(), AfterSave.RELEASE))
                    .receiptOrThrow();
            assertThat(store.commands().execute(id, LoadInstance.read()).loaded())
                    .isPresent();
        }
    }
}
