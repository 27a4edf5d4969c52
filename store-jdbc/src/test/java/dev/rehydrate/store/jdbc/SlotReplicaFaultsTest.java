// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Of one write of several slots, each step fails once: one is new, one is changed, one is removed. */
@DisplayName("a fault at each step of a write behind")
class SlotReplicaFaultsTest {

    private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");
    private static final SlotAddress MADE = new SlotAddress(7, 1);
    private static final SlotAddress CHANGED = new SlotAddress(7, 2);
    private static final SlotAddress REMOVED = new SlotAddress(7, 3);
    private static final int MOST_STEPS = 20;

    private final FaultySource faulty = new FaultySource(TestDatabase.POSTGRESQL.dataSource());
    private final SlotReplica replica =
            SlotReplica.open(JdbcStoreOptions.of(faulty.dataSource()).allowingNotDurable());

    @AfterEach
    void close() {
        replica.close();
        TestDatabase.POSTGRESQL.clear();
    }

    private static Slot claimed(long by) {
        return new Slot(null, new KeyClaim(new InstanceId(by, by), 0), 0, CommandHistory.EMPTY, null, NOW, null);
    }

    private static Slot nothing() {
        return new Slot(null, null, 0, CommandHistory.EMPTY, null, NOW, null);
    }

    /** In a thread whose steps are counted. */
    private Map<SlotAddress, String> write(Map<SlotAddress, Slot> slots) {
        return CompletableFuture.supplyAsync(
                        () -> replica.write(slots, () -> NOW),
                        task -> new Thread(task, "rehydrate-commit-behind").start())
                .join();
    }

    private boolean isWrittenAfter(DatabaseFault what, int step) {
        Map<SlotAddress, Slot> before = Map.of(MADE, nothing(), CHANGED, claimed(1), REMOVED, claimed(1));
        Map<SlotAddress, Slot> next = Map.of(MADE, claimed(2), CHANGED, claimed(2), REMOVED, nothing());
        assertThat(write(before)).isEmpty();
        faulty.order(what::happen, step);
        Map<SlotAddress, String> refused = Map.of();
        boolean failed = false;
        try {
            refused = write(next);
        } catch (CompletionException told) {
            assertThat(told.getCause()).isInstanceOf(StorageException.class);
            failed = true;
        }
        boolean happened = faulty.cancel();

        String where = what + " at step " + step;
        assertThat(refused).as(where).isEmpty();
        if (!failed) {
            requireWritten(where, next);
        }
        assertThat(write(next)).as(where).isEmpty();
        requireWritten(where + ", repeated", next);
        return happened;
    }

    private void requireWritten(String where, Map<SlotAddress, Slot> slots) {
        assertThat(replica.read(List.of(MADE, CHANGED, REMOVED)))
                .as(where)
                .isEqualTo(Map.of(
                        MADE, new SlotReplica.Row(slots.get(MADE), null),
                        CHANGED, new SlotReplica.Row(slots.get(CHANGED), null)));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("is told, or the write is done; a repeat does it, and no slot is refused")
    void isToldOrDone(DatabaseFault what) {
        int step = 0;
        while (step < MOST_STEPS && isWrittenAfter(what, step)) {
            step++;
        }
        assertThat(step).isBetween(2, MOST_STEPS - 1);
    }
}
