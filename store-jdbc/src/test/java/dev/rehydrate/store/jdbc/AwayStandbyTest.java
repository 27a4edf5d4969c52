// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.StoreOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

    private boolean isSaved(JdbcInstanceStore store) {
        try {
            store.commands()
                    .withTimeout(LONG)
                    .execute(
                            InstanceId.random(),
                            CreateInstance.of(InstanceChanges.data(Map.of("n", 1)), AfterSave.RELEASE))
                    .receiptOrThrow();
            return true;
        } catch (InstanceStoreException failure) {
            return false;
        }
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
}
