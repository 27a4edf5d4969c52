// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.RetireOwner;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The session of a lane that reads or commits ends, or a statement of it fails, at each step that many loads by key take together. */
@DisplayName("a fault at each step of many loads by key")
class FaultInLoadsByKeyTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int INSTANCES = 20;
    private static final int MOST_STEPS = 40;

    private final TestDatabase database = TestDatabase.POSTGRESQL;
    private final FaultySource faulty = new FaultySource(database.dataSource(), "rehydrate-commit", "rehydrate-read");
    private final Map<InstanceKey, InstanceId> instances = new LinkedHashMap<>();
    private JdbcInstanceStore store;

    @BeforeEach
    void open() {
        store = JdbcInstanceStore.open(
                JdbcStoreOptions.of(faulty.dataSource()).allowingNotDurable().withLanes(1, 1 << 20));
        OwnerId owner = newOwner();
        for (int i = 0; i < INSTANCES; i++) {
            InstanceId id = InstanceId.random();
            InstanceKey key = InstanceKey.of("load", id.toString());
            store.execute(store.createHandle(owner, id), CreateInstance.of(changes(key), AfterSave.RELEASE), LONG)
                    .receiptOrThrow();
            instances.put(key, id);
        }
    }

    private OwnerId newOwner() {
        return store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), LONG);
    }

    private static InstanceChanges<InstanceValue> changes(InstanceKey key) {
        return InstanceChanges.builder()
                .changeData(ValueDelta.putting(Map.of("key", InstanceValue.of(key.toString()))))
                .keys(KeyChanges.associating(key))
                .build();
    }

    @AfterEach
    void close() {
        store.close();
        database.clear();
    }

    /** How the instances are loaded. */
    enum How {
        /** Without a hold. */
        FREE,
        /** With a hold; a load that has failed is repeated with the same handle. */
        HELD
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("finds each instance, or says that it does not know")
    void findsEach(DatabaseFault what) {
        for (How how : How.values()) {
            int step = 0;
            while (step < MOST_STEPS && happensAt(what, how, step)) {
                step++;
            }
            assertThat(step).as("steps of %s", how).isBetween(1, MOST_STEPS - 1);
        }
    }

    private boolean happensAt(DatabaseFault what, How how, int step) {
        OwnerId owner = newOwner();
        LoadMode mode = how == How.HELD ? LoadMode.hold() : LoadMode.authoritative();
        faulty.order(what::happen, step);
        Map<InstanceKey, InstanceHandle> handles = new LinkedHashMap<>();
        Map<InstanceKey, CompletableFuture<LoadOutcome>> loads = new LinkedHashMap<>();
        instances.keySet().forEach(key -> {
            handles.put(key, store.createHandle(owner));
            loads.put(key, store.executeAsync(handles.get(key), LoadInstanceByKey.of(key, mode), LONG));
        });
        loads.forEach((key, load) -> requireFound(key, load, what + " at step " + step + ", " + how));
        boolean happened = faulty.cancel();

        handles.forEach((key, handle) -> {
            LoadOutcome again = loads.get(key).isCompletedExceptionally()
                    ? store.execute(handle, LoadInstanceByKey.of(key, mode), LONG)
                    : store.execute(
                            store.createHandle(owner), LoadInstanceByKey.of(key, LoadMode.authoritative()), LONG);
            assertThat(again.snapshotOrThrow().id()).isEqualTo(instances.get(key));
        });
        store.execute(store.createHandle(owner), new RetireOwner(), LONG);
        return happened;
    }

    private void requireFound(InstanceKey key, CompletableFuture<LoadOutcome> load, String where) {
        try {
            assertThat(load.join())
                    .as(where)
                    .isInstanceOfSatisfying(
                            LoadOutcome.Loaded.class,
                            loaded -> assertThat(loaded.snapshot().data().get("key", String.class))
                                    .isEqualTo(key.toString()));
        } catch (CompletionException told) {
            assertThat(told).as(where).hasCauseInstanceOf(InstanceStoreException.class);
        }
    }
}
