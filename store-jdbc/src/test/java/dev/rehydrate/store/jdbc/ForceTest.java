// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.jdbc.JdbcStoreOptions.Migration;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.h2.store.fs.FilePath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An H2 file is forced to the disk before a save is acknowledged, and once for all that are committed together. */
class ForceTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(300);

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }

    private static CreateInstance create() {
        return CreateInstance.of(
                InstanceChanges.builder()
                        .replaceData(Map.of("n", InstanceValue.of(1)))
                        .build(),
                AfterSave.RELEASE);
    }

    private static JdbcStoreOptions newFile() {
        FilePath.register(new ForcedFile());
        return JdbcStoreOptions.of(
                        "jdbc:h2:forced:" + TestDatabase.newDirectory("forced").resolve("store"), "rehydrate", "")
                .withLanes(1, 1 << 20);
    }

    @AfterEach
    void repair() {
        ForcedFile.FAILURES.set(0);
        ForcedFile.FULL.set(false);
        ForcedFile.BEFORE.set(() -> {});
    }

    @Test
    @DisplayName("what is committed and being forced is shown after that: until then a loss of power takes it back")
    void whatIsBeingForcedIsNotShown() throws Exception {
        InstanceId id = InstanceId.random();
        CountDownLatch forcing = new CountDownLatch(1);
        CountDownLatch disk = new CountDownLatch(1);
        try (JdbcInstanceStore store = JdbcInstanceStore.open(newFile().withLanes(1, 0))) {
            OwnerId owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), LONG);
            store.commands().execute(id, create()).receiptOrThrow();
            // A connection cannot be opened while the file is being forced; the lane that reads has one then.
            store.commands().execute(id, LoadInstance.of(LoadMode.free())).snapshotOrThrow();
            ForcedFile.BEFORE.set(() -> {
                // H2 forces the file in a thread of its own, too.
                if (Thread.currentThread().getName().startsWith("rehydrate-commit")) {
                    forcing.countDown();
                    await(disk);
                }
            });
            CompletableFuture<SaveOutcome> save = store.executeAsync(
                    store.createHandle(owner, id),
                    SaveInstance.of(InstanceChanges.data(Map.of("n", 2)), AfterSave.RELEASE),
                    LONG);
            await(forcing);
            CompletableFuture<LoadOutcome> load =
                    store.executeAsync(store.createHandle(owner, id), LoadInstance.of(LoadMode.free()), LONG);
            try {
                assertThat(load).failsWithin(SHORT).withThrowableOfType(TimeoutException.class);
                assertThat(save).isNotDone();
            } finally {
                disk.countDown();
            }
            assertThat(load.get(LONG.toSeconds(), TimeUnit.SECONDS)
                            .snapshotOrThrow()
                            .data()
                            .get("n", Integer.class))
                    .isEqualTo(2);
            save.join().receiptOrThrow();
        }
    }

    @Test
    void eachGroupForcesTheDiskOnce() {
        JdbcStoreOptions options = newFile();
        try (JdbcInstanceStore store = JdbcInstanceStore.open(options)) {
            OwnerId owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), LONG);
            for (int i = 0; i < 20; i++) {
                int before = ForcedFile.FORCES.get();
                store.execute(store.createHandle(owner, InstanceId.random()), create(), LONG)
                        .receiptOrThrow();
                assertThat(ForcedFile.FORCES.get()).as("save %d", i).isGreaterThan(before);
            }

            int before = ForcedFile.FORCES.get();
            List<? extends CompletableFuture<?>> together = IntStream.range(0, 200)
                    .mapToObj(i -> store.executeAsync(store.createHandle(owner, InstanceId.random()), create(), LONG))
                    .toList();
            together.forEach(CompletableFuture::join);
            assertThat(ForcedFile.FORCES.get() - before).isBetween(1, 100);
        }
    }

    @Test
    void aSaveIsNotAcknowledgedBeforeAForceThatFailedIsMadeUpFor() {
        try (JdbcInstanceStore store = JdbcInstanceStore.open(newFile())) {
            store.commands().execute(InstanceId.random(), create()).receiptOrThrow();
            int before = ForcedFile.FORCES.get();
            ForcedFile.FAILURES.set(1);

            store.commands().execute(InstanceId.random(), create()).receiptOrThrow();

            assertThat(ForcedFile.FAILURES).hasValue(0);
            assertThat(ForcedFile.FORCES.get()).isGreaterThan(before);
        }
    }

    @Test
    void whatIsNotForcedIsNotShown() {
        JdbcStoreOptions options = newFile().withPatience(Duration.ofMillis(300));
        InstanceId id = InstanceId.random();
        InstanceQuery all = InstanceQuery.builder().build();
        try (JdbcInstanceStore store = JdbcInstanceStore.open(options)) {
            ForcedFile.FAILURES.set(Integer.MAX_VALUE);
            assertThatThrownBy(() -> store.commands().execute(id, create()))
                    .isInstanceOf(OutcomeUnknownException.class);
            assertThatThrownBy(() -> store.commands().execute(id, LoadInstance.of(LoadMode.free())))
                    .isInstanceOf(StoreUnavailableException.class);
            assertThatThrownBy(() -> store.commands().count(all)).isInstanceOf(StoreUnavailableException.class);

            int before = ForcedFile.FORCES.get();
            ForcedFile.FAILURES.set(0);
            store.commands().execute(id, LoadInstance.of(LoadMode.free())).snapshotOrThrow();
            assertThat(ForcedFile.FORCES.get()).isGreaterThan(before);
            assertThat(store.commands().count(all)).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("what one store could not force, no other store on the file shows, however it spells the URL")
    void whatIsNotForcedIsNotShownByAnotherStoreOnTheFile() {
        JdbcStoreOptions options = newFile().withPatience(Duration.ofMillis(300));
        JdbcStoreOptions spelledOtherwise = JdbcStoreOptions.of(
                        String.valueOf(options.url()).replace("/store", "/./store") + ";LOCK_TIMEOUT=3000",
                        "rehydrate",
                        "")
                .withPatience(Duration.ofMillis(300));
        InstanceId id = InstanceId.random();
        InstanceQuery all = InstanceQuery.builder().build();
        try (JdbcInstanceStore store = JdbcInstanceStore.open(options);
                JdbcInstanceStore other = JdbcInstanceStore.open(spelledOtherwise)) {
            ForcedFile.FAILURES.set(Integer.MAX_VALUE);
            assertThatThrownBy(() -> store.commands().execute(id, create()))
                    .isInstanceOf(OutcomeUnknownException.class);
            assertThatThrownBy(() -> other.commands().execute(id, LoadInstance.of(LoadMode.free())))
                    .isInstanceOf(StoreUnavailableException.class);
            assertThatThrownBy(() -> other.commands().count(all)).isInstanceOf(StoreUnavailableException.class);

            int before = ForcedFile.FORCES.get();
            ForcedFile.FAILURES.set(0);
            other.commands().execute(id, LoadInstance.of(LoadMode.free())).snapshotOrThrow();
            assertThat(ForcedFile.FORCES.get()).isGreaterThan(before);
        }
    }

    @Test
    void aUserWhoMayNotForceTheDiskIsRefusedUnlessLossIsAllowed() throws SQLException {
        JdbcStoreOptions admin = newFile();
        JdbcInstanceStore.open(admin).close();
        try (Connection connection = DriverManager.getConnection(admin.url(), admin.credentials());
                Statement statement = connection.createStatement()) {
            statement.execute("create user app password 'app'");
            statement.execute("grant all on schema rehydrate to app");
        }
        JdbcStoreOptions user =
                JdbcStoreOptions.of(String.valueOf(admin.url()), "app", "app").withMigration(Migration.VALIDATE);

        assertThatThrownBy(() -> JdbcInstanceStore.open(user))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the database can lose what it has committed")
                .hasMessageContaining("this user may not force it to the disk");
        try (JdbcInstanceStore store = JdbcInstanceStore.open(user.allowingNotDurable())) {
            assertThat(store.facts().engine().durability()).isEqualTo("not durable");
            assertThat(store.health().join().toString()).contains("this user may not force it to the disk");
            store.commands().execute(InstanceId.random(), create()).receiptOrThrow();
        }
    }

    /** Each attempt waits for the database by itself. */
    private static void untilItSucceeds(Runnable attempt) {
        long end = System.nanoTime() + LONG.toNanos();
        while (true) {
            try {
                attempt.run();
                return;
            } catch (InstanceStoreException | StorageException failure) {
                if (System.nanoTime() - end > 0) {
                    throw failure;
                }
            }
        }
    }

    /** H2 closes the database then. Its connections do not say so, and others open the file again. */
    @Test
    void aStoreGoesOnAfterTheDiskWasFull() {
        JdbcStoreOptions options = newFile().withPatience(Duration.ofMillis(300));
        InstanceId before = InstanceId.random();
        try (JdbcInstanceStore store = JdbcInstanceStore.open(options)) {
            store.commands().execute(before, create()).receiptOrThrow();
            ForcedFile.FULL.set(true);
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> store.commands().execute(InstanceId.random(), create()))
                        .isInstanceOf(InstanceStoreException.class);
            }

            ForcedFile.FULL.set(false);
            untilItSucceeds(() ->
                    store.commands().execute(InstanceId.random(), create()).receiptOrThrow());
            store.commands().execute(before, LoadInstance.of(LoadMode.free())).snapshotOrThrow();
        }
    }

    /** That the database has closed itself is no matter of one slot. */
    @Test
    void aReplicaRefusesNoSlotWhileTheDiskIsFull() {
        Instant now = Instant.parse("2026-11-27T12:00:00Z");
        Map<SlotAddress, Slot> slots = LongStream.rangeClosed(1, 4)
                .mapToObj(i -> new InstanceId(i, i))
                .collect(Collectors.toMap(
                        SlotAddress::of,
                        id -> new Slot(null, new KeyClaim(id, 0), 0, CommandHistory.EMPTY, null, now, null)));
        try (SlotReplica replica = SlotReplica.open(newFile())) {
            // What has made the tables is forced with the first commit of a slot.
            SlotAddress first = SlotAddress.of(new InstanceId(9, 9));
            assertThat(replica.write(Map.of(first, slots.values().iterator().next()), () -> now))
                    .isEmpty();
            ForcedFile.FULL.set(true);
            for (int i = 0; i < 10; i++) {
                assertThatThrownBy(() -> replica.write(slots, () -> now)).isInstanceOf(StorageException.class);
            }

            ForcedFile.FULL.set(false);
            untilItSucceeds(() -> assertThat(replica.write(slots, () -> now)).isEmpty());
            assertThat(replica.read(List.copyOf(slots.keySet()))).hasSameSizeAs(slots);
        }
    }
}
