// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.jdbc.commit.DatabaseException;
import dev.rehydrate.store.jdbc.commit.SlotWrite;
import dev.rehydrate.store.jdbc.commit.StoredSlot;
import dev.rehydrate.store.jdbc.database.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Each commit waits on the server for as long as the standby is away, also after the store has given it up. */
@DisplayName("a synchronous standby that is away for some time")
class AwayStandbyTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration AWAY = Duration.ofSeconds(20);
    private static final int CALLERS = 4;
    /** Two lanes, the write behind, the heartbeats and the turn to sweep, which may all wait when the first of them is given up. */
    private static final int MOST_WAITING = 5;

    private final AtomicInteger acknowledged = new AtomicInteger();
    private volatile boolean isBack;

    private static Optional<Effect> failureOfSave(JdbcInstanceStore store) {
        try {
            store.commands()
                    .withTimeout(LONG)
                    .execute(
                            InstanceId.random(),
                            CreateInstance.of(InstanceChanges.data(Map.of("n", 1)), AfterSave.RELEASE))
                    .receiptOrThrow();
            return Optional.empty();
        } catch (InstanceStoreException failure) {
            return Optional.of(failure.effect());
        }
    }

    private static boolean isSaved(JdbcInstanceStore store) {
        return failureOfSave(store).isEmpty();
    }

    private static boolean isWritten(SlotReplica replica) {
        InstanceId id = InstanceId.random();
        Slot slot = new Slot(null, new KeyClaim(id, 0), 0, CommandHistory.EMPTY, null, Instant.EPOCH, null);
        try {
            return replica.write(Map.of(SlotAddress.of(id), slot), () -> Instant.EPOCH)
                    .isEmpty();
        } catch (StorageException failure) {
            return false;
        }
    }

    private CompletableFuture<Void> untilItIsBack(BooleanSupplier attempt) {
        return CompletableFuture.runAsync(
                () -> {
                    while (!isBack) {
                        if (attempt.getAsBoolean()) {
                            acknowledged.incrementAndGet();
                        }
                    }
                },
                task -> new Thread(task, "caller").start());
    }

    @Test
    @DisplayName(
            "leaves a session for each lane on the server, and not one for each attempt; then all goes on by itself")
    void leavesFewSessions() throws Exception {
        try (SynchronousServer server = new SynchronousServer()) {
            JdbcStoreOptions options = server.options()
                    .withLanes(2, 1 << 20)
                    .withPatience(Duration.ofSeconds(2))
                    .withStore(StoreOptions.defaults().withLease(Duration.ofSeconds(6)));
            try (JdbcInstanceStore store = JdbcInstanceStore.open(options);
                    SlotReplica replica = SlotReplica.open(options)) {
                store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), LONG);
                assertThat(isSaved(store)).isTrue();
                assertThat(isWritten(replica)).isTrue();
                server.loseTheStandby();
                List<CompletableFuture<Void>> callers = new ArrayList<>();
                for (int i = 0; i < CALLERS; i++) {
                    callers.add(untilItIsBack(() -> isSaved(store)));
                }
                callers.add(untilItIsBack(() -> isWritten(replica)));
                int most = 0;
                long begun = System.nanoTime();
                while (System.nanoTime() - begun < AWAY.toNanos()) {
                    most = Math.max(most, server.waiting());
                    SynchronousServer.pause();
                }
                assertThat(acknowledged).hasValue(0);
                isBack = true;
                server.findTheStandby();
                CompletableFuture.allOf(callers.toArray(CompletableFuture[]::new))
                        .join();

                assertThat(most).isBetween(1, MOST_WAITING);
                assertThat(isSaved(store)).isTrue();
                assertThat(isWritten(replica)).isTrue();
                assertThat(server.waiting()).isZero();
            }
        }
    }

    private static List<SlotWrite> claim(InstanceId id) {
        Slot slot = new Slot(null, new KeyClaim(id, 0), 0, CommandHistory.EMPTY, null, Instant.EPOCH, null);
        return List.of(new SlotWrite(SlotAddress.of(id), StoredSlot.ABSENT, Slot.EMPTY, slot));
    }

    private static CompletableFuture<Optional<Effect>> failure(Database.SlotLane lane, List<SlotWrite> writes) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        lane.rows().commit(writes, null);
                        return Optional.empty();
                    } catch (DatabaseException failure) {
                        return Optional.of(failure.effect());
                    }
                },
                task -> new Thread(task, "lane").start());
    }

    @Test
    @DisplayName("leaves it unknown whether a commit counts whose wait was ended while another one waits")
    void isNotToldAsUndone() throws Exception {
        try (SynchronousServer server = new SynchronousServer();
                Database database = Database.open(server.options().withPatience(Duration.ofSeconds(4)));
                Database.SlotLane one = database.lane();
                Database.SlotLane other = database.lane()) {
            one.rows().read(List.of());
            other.rows().read(List.of());
            server.loseTheStandby();
            CompletableFuture<Optional<Effect>> givenUp = failure(one, claim(InstanceId.random()));
            // For so long the other one goes on after this one is given up.
            server.awaitWaiting(1, Duration.ofSeconds(1));
            CompletableFuture<Optional<Effect>> ended = failure(other, claim(InstanceId.random()));
            server.awaitWaiting(2, Duration.ZERO);

            assertThat(givenUp.join()).contains(Effect.UNKNOWN);
            server.endLatestWait();
            assertThat(ended.join()).contains(Effect.UNKNOWN);
            server.findTheStandby();
        }
    }

    @Test
    @DisplayName(
            "leaves unknown what a command that was under way has done, and of one that comes later it is known that it did nothing")
    void tellsWhatIsKnown() throws Exception {
        try (SynchronousServer server = new SynchronousServer();
                JdbcInstanceStore store = JdbcInstanceStore.open(
                        server.options().withLanes(1, 1 << 20).withPatience(Duration.ofSeconds(2)))) {
            assertThat(isSaved(store)).isTrue();
            server.loseTheStandby();

            assertThat(failureOfSave(store)).contains(Effect.UNKNOWN);
            assertThat(failureOfSave(store)).contains(Effect.NONE);

            server.findTheStandby();
            assertThat(isSaved(store)).isTrue();
        }
    }
}
