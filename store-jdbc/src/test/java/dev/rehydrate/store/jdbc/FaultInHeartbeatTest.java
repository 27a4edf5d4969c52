// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.engine.BeatAnswer;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.jdbc.database.Database;
import dev.rehydrate.store.jdbc.database.Owners;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The session on which leases are renewed and watched ends, or a statement of it fails, at each step. */
@DisplayName("a fault at each step of a heartbeat")
class FaultInHeartbeatTest {

    private static final int MOST_STEPS = 12;
    private static final long FIRST_ROSTER = -1;

    private final FaultySource faulty = new FaultySource(
            TestDatabase.POSTGRESQL.dataSource(), Thread.currentThread().getName());
    private final OwnerId own = OwnerId.random();
    private final OwnerId other = OwnerId.random();
    private Database database;
    private Owners owners;
    private long beat;

    @BeforeEach
    void open() {
        database = Database.open(JdbcStoreOptions.of(faulty.dataSource()).allowingNotDurable());
        owners = new Owners(database);
        owners.add(new OwnerRecord(own, OwnerDescription.anonymous(), Duration.ofSeconds(30), 0));
        owners.add(new OwnerRecord(other, OwnerDescription.anonymous(), Duration.ofSeconds(30), 7));
    }

    @AfterEach
    void close() {
        database.close();
        TestDatabase.POSTGRESQL.clear();
    }

    private BeatAnswer heartbeat() {
        return owners.beatAndWatch(Map.of(own, ++beat), Set.of(other), FIRST_ROSTER);
    }

    private @Nullable BeatAnswer attempt() {
        try {
            return heartbeat();
        } catch (StorageException told) {
            return null;
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("refuses no lease, and shows each heartbeat of others")
    void refusesNoLease(DatabaseFault what) {
        int step = 0;
        while (step < MOST_STEPS && happensAt(what, step)) {
            step++;
        }
        assertThat(step).as("steps").isBetween(3, MOST_STEPS - 1);
    }

    private boolean happensAt(DatabaseFault what, int step) {
        faulty.order(what::happen, step);
        BeatAnswer told = attempt();
        boolean happened = faulty.cancel();

        requireWhole(told == null ? heartbeat() : told, what + " at step " + step);
        assertThat(owners.all().get(own).beat()).as("%s at step %d", what, step).isEqualTo(beat);
        return happened;
    }

    private void requireWhole(BeatAnswer answer, String where) {
        assertThat(answer.refused()).as(where).isEmpty();
        assertThat(answer.news().beats()).as(where).isEqualTo(Map.of(other, 7L));
    }
}
