// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.slot.operation.SweepSlot;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.jdbc.database.Database;
import dev.rehydrate.store.jdbc.database.SlotScans;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The expiry in the index is rounded down, so that it stays the same over many saves. Up to an eighth of all idle instances are there
 * before their time, and each sweep of each period looks there.
 */
@ParameterizedClass
@ValueSource(booleans = {false, true})
@DisplayName("a sweep")
class SweepReadsTest {

    private static final int INSTANCES = 300;
    private static final Duration IDLE = Duration.ofDays(8);

    private final TestDatabase database;

    SweepReadsTest(boolean postgres) {
        database = postgres ? TestDatabase.POSTGRESQL : TestDatabase.H2_FILE;
    }

    @AfterEach
    void clear() {
        database.clear();
    }

    @ParameterizedTest
    @CsvSource({"-1, 0", "60000, 300"})
    @DisplayName("reads what has expired, and not what soon will")
    void readsWhatHasExpired(long millisAfter, int expected) {
        Instant expiry = Instant.now().plus(IDLE);
        try (JdbcInstanceStore store = JdbcInstanceStore.open(
                database.options().withStore(StoreOptions.defaults().withDefaultIdleTtl(IDLE)))) {
            for (int i = 0; i < INSTANCES; i++) {
                store.commands()
                        .execute(InstanceId.random(), CreateInstance.of(InstanceChanges.data(Map.of("n", i))))
                        .receiptOrThrow();
            }
        }
        AtomicInteger heads = new AtomicInteger();
        JdbcStoreOptions watched = JdbcStoreOptions.of(WatchedSource.of(database.dataSource(), answer -> {
                    if (answer instanceof byte[]) {
                        heads.incrementAndGet();
                    }
                }))
                .allowingNotDurable();
        try (Database open = Database.open(watched)) {
            heads.set(0);
            SlotScan expired = new SlotScan.Sweepable(new SweepSlot(Set.of(), Duration.ofDays(30)));

            assertThat(new SlotScans(open).find(expired, expiry.plusMillis(millisAfter), 1000))
                    .hasSize(expected);
            assertThat(heads).hasValue(expected);
        }
    }
}
