// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A commit waits for a synchronous standby that does not answer, and an administrator ends the wait. The transaction is committed on the
 * primary then, and the server says so: with a warning if the statement is cancelled, with the end of the session if that is terminated.
 */
@DisplayName("a wait for a synchronous standby that an administrator ends")
class SynchronousStandbyTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private static SynchronousServer server;
    private final InstanceId id = InstanceId.random();
    private JdbcStoreOptions options;
    private JdbcInstanceStore store;
    private JdbcInstanceStore elsewhere;

    @BeforeAll
    static void startServer() {
        server = new SynchronousServer();
    }

    @AfterAll
    static void stopServer() throws IOException {
        server.close();
    }

    @BeforeEach
    void open() {
        options = server.options().withPatience(Duration.ofSeconds(2));
        store = JdbcInstanceStore.open(options);
        elsewhere = JdbcInstanceStore.open(options);
        create(store, id);
        create(elsewhere, InstanceId.random());
    }

    private static void create(JdbcInstanceStore by, InstanceId instance) {
        by.commands()
                .execute(instance, CreateInstance.of(InstanceChanges.data(Map.of("n", 1)), AfterSave.RELEASE))
                .receiptOrThrow();
    }

    private static OwnerId ownerOf(JdbcInstanceStore by) {
        return by.execute(by.createHandle(), new CreateOwner(OwnerDescription.anonymous()), LONG);
    }

    @AfterEach
    void close() throws SQLException {
        server.findTheStandby();
        store.close();
        elsewhere.close();
    }

    /** {@return the failure, or null if it was acknowledged} */
    private @Nullable InstanceStoreException save(
            JdbcInstanceStore by, OwnerId owner, SaveInstance save, boolean withWork) {
        try {
            var handle = by.createHandle(owner, id);
            SaveOutcome outcome = withWork
                    ? by.execute(handle, save, LONG, connection -> {})
                    : by.execute(handle, (PersistenceCommand<SaveOutcome>) save, LONG);
            outcome.receiptOrThrow();
            return null;
        } catch (InstanceStoreException failure) {
            return failure;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "pg_cancel_backend, false",
        "pg_cancel_backend, true",
        "pg_terminate_backend, false",
        "pg_terminate_backend, true"
    })
    @DisplayName("is no acknowledgement; when the standby answers again, a repeat tells that the save was carried out")
    void isNoAcknowledgement(String end, boolean withWork) throws SQLException {
        SaveInstance save = new SaveInstance(
                CommandId.random(), InstanceChanges.data(Map.of("n", 2)), Expected.any(), AfterSave.RELEASE);
        OwnerId owner = ownerOf(store);
        OwnerId another = ownerOf(elsewhere);
        server.loseTheStandby();
        CompletableFuture<@Nullable InstanceStoreException> told =
                CompletableFuture.supplyAsync(() -> save(store, owner, save, withWork));
        while (!told.isDone()) {
            server.execute("select " + end + "(pid) from (" + SynchronousServer.WAITING + ") as waiting");
            SynchronousServer.pause();
        }

        assertThat(told.join())
                .isNotNull()
                .extracting(InstanceStoreException::effect)
                .isEqualTo(Effect.UNKNOWN);

        assertThat(save(store, owner, save, withWork))
                .as("a repeat before the standby answers")
                .isNotNull();
        assertThat(save(elsewhere, another, save, withWork))
                .as("a repeat by a process that has lost no connection")
                .isNotNull();

        server.findTheStandby();
        assertThat(save(store, owner, save, withWork)).isNull();
        assertThat(save(elsewhere, another, save, withWork)).isNull();
    }

    private static Slot claimed() {
        return new Slot(
                null, new KeyClaim(new InstanceId(1, 1), 0), 0, CommandHistory.EMPTY, null, Instant.EPOCH, null);
    }

    private static Slot nothing() {
        return new Slot(null, null, 0, CommandHistory.EMPTY, null, Instant.EPOCH, null);
    }

    /** {@return whether the replica says that the slot is written} */
    private static boolean isWritten(SlotReplica by, SlotAddress at, Slot slot) {
        try {
            return by.write(Map.of(at, slot), () -> Instant.EPOCH).isEmpty();
        } catch (StorageException failure) {
            return false;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "pg_cancel_backend, false",
        "pg_cancel_backend, true",
        "pg_terminate_backend, false",
        "pg_terminate_backend, true"
    })
    @DisplayName("is no write behind; a repeat says so too, also by another member, until the standby answers")
    void isNoWriteBehind(String end, boolean removes) throws SQLException {
        SlotAddress free = new SlotAddress(id.high(), ~id.low());
        Slot next = removes ? nothing() : claimed();
        try (SlotReplica replica = SlotReplica.open(options);
                SlotReplica another = SlotReplica.open(options)) {
            assertThat(isWritten(another, SlotAddress.of(InstanceId.random()), claimed()))
                    .isTrue();
            assertThat(isWritten(replica, free, removes ? claimed() : nothing()))
                    .isTrue();
            server.loseTheStandby();
            CompletableFuture<Boolean> told = CompletableFuture.supplyAsync(() -> isWritten(replica, free, next));
            while (!told.isDone()) {
                server.execute("select " + end + "(pid) from (" + SynchronousServer.WAITING + ") as waiting");
                SynchronousServer.pause();
            }

            assertThat(told.join()).isFalse();
            assertThat(isWritten(replica, free, next)).as("a repeat").isFalse();
            assertThat(isWritten(another, free, next)).as("another member").isFalse();

            server.findTheStandby();
            assertThat(isWritten(replica, free, next)).isTrue();
            assertThat(isWritten(another, free, next)).isTrue();
        }
    }
}
