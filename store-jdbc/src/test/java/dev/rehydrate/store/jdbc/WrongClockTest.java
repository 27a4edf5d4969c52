// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import dev.rehydrate.store.StoreHealth;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A machine whose clock is wrong says so, for its instances expire at the wrong time for all. */
@DisplayName("a process on PostgreSQL whose clock is wrong")
class WrongClockTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private volatile Duration ahead = Duration.ZERO;

    private final class Shifted implements TimeSource {
        @Override
        public Instant instant() {
            return TimeSource.system().instant().plus(ahead);
        }

        @Override
        public long nanoTime() {
            return TimeSource.system().nanoTime();
        }

        @Override
        public Cancellable schedule(Duration delay, Runnable task) {
            return TimeSource.system().schedule(delay, task);
        }

        @Override
        public boolean isWallClock() {
            return true;
        }
    }

    @AfterEach
    void clear() {
        TestDatabase.POSTGRESQL.clear();
    }

    @Test
    @DisplayName("is degraded until the clock is set, and well when it is right")
    void saysSo() {
        StoreOptions options = StoreOptions.defaults().withTime(new Shifted()).withLease(Duration.ofSeconds(2));
        try (JdbcInstanceStore store =
                JdbcInstanceStore.open(TestDatabase.POSTGRESQL.options().withStore(options))) {
            Awaitility.await()
                    .during(Duration.ofSeconds(2))
                    .atMost(PATIENCE)
                    .until(() -> isWell(store.health().join()));

            ahead = Duration.ofHours(1);
            Awaitility.await().atMost(PATIENCE).until(() -> says(store.health().join(), "ahead of"));
            ahead = Duration.ofHours(-1);
            Awaitility.await().atMost(PATIENCE).until(() -> says(store.health().join(), "behind"));
            ahead = Duration.ZERO;
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> isWell(store.health().join()));
        }
    }

    private static boolean isWell(StoreHealth health) {
        return health.reasons().stream().noneMatch(reason -> reason.contains("the clock of this machine"));
    }

    private static boolean says(StoreHealth health, String what) {
        return health.status() == StoreHealth.Status.DEGRADED
                && health.reasons().stream()
                        .anyMatch(reason -> reason.startsWith("the clock of this machine is at least 3599 s " + what)
                                || reason.startsWith("the clock of this machine is at least 3600 s " + what));
    }
}
