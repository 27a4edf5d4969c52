// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.engine.BeatAnswer;
import dev.rehydrate.engine.OwnerNews;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.jdbc.database.Database;
import dev.rehydrate.store.jdbc.database.Owners;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A look at rest reads what is watched, however many owners there are. */
@DisplayName("a look at the owners on PostgreSQL")
class OwnerWatchTest {

    private static final int OWNERS = 40;

    private final AtomicLong records = new AtomicLong();
    private final Database database = Database.open(JdbcStoreOptions.of(WatchedSource.of(
                    TestDatabase.POSTGRESQL.dataSource(),
                    answer -> records.addAndGet(answer instanceof byte[] ? 1 : 0)))
            .allowingNotDurable());
    private final Owners owners = new Owners(database);
    private final List<OwnerId> ids = new ArrayList<>();

    OwnerWatchTest() {
        for (int i = 0; i < OWNERS; i++) {
            add();
        }
    }

    private OwnerId add() {
        OwnerId id = OwnerId.random();
        owners.add(new OwnerRecord(id, OwnerDescription.anonymous(), Duration.ofSeconds(30), 0));
        ids.add(id);
        return id;
    }

    @AfterEach
    void close() {
        database.close();
        TestDatabase.POSTGRESQL.clear();
    }

    @Test
    @DisplayName("reads all of them once, and then the beats of the watched ones only")
    void atRest() {
        OwnerNews first = owners.watch(Set.of(ids.get(0)), OwnerNews.UNKNOWN);
        assertThat(first.owners()).hasSize(OWNERS);
        assertThat(owners.beat(ids.get(0), 7)).isTrue();
        records.set(0);

        OwnerNews next = owners.watch(Set.of(ids.get(0), ids.get(1)), first.roster());

        assertThat(next.owners()).isNull();
        assertThat(next.roster()).isEqualTo(first.roster());
        assertThat(next.beats()).containsExactlyInAnyOrderEntriesOf(Map.of(ids.get(0), 7L, ids.get(1), 0L));
        assertThat(records).hasValue(0);
    }

    @Test
    @DisplayName("moves the beats of living owners and reads those of others in one call")
    void beatAndWatch() {
        long known = owners.watch(Set.of(), OwnerNews.UNKNOWN).roster();
        OwnerId expired = add();
        owners.expire(expired);

        BeatAnswer answer = owners.beatAndWatch(
                Map.of(ids.get(0), 5L, expired, 6L, OwnerId.random(), 7L), Set.of(ids.get(0)), known);

        assertThat(answer.refused()).hasSize(2).contains(expired).doesNotContain(ids.get(0));
        assertThat(answer.news().beats()).isEqualTo(Map.of(ids.get(0), 5L));
        assertThat(answer.news().owners()).containsKey(expired);
    }

    @Test
    @DisplayName("reads all of them after one has come, expired or gone")
    void afterAChange() {
        long known = owners.watch(Set.of(), OwnerNews.UNKNOWN).roster();

        OwnerId come = add();
        OwnerNews more = owners.watch(Set.of(), known);
        owners.expire(come);
        OwnerNews expired = owners.watch(Set.of(), more.roster());
        owners.remove(come);
        OwnerNews gone = owners.watch(Set.of(), expired.roster());

        assertThat(more.owners()).containsKey(come).hasSize(OWNERS + 1);
        assertThat(expired.owners())
                .hasEntrySatisfying(come, owner -> assertThat(owner.isExpired()).isTrue());
        assertThat(gone.owners()).doesNotContainKey(come).hasSize(OWNERS);
        assertThat(gone.roster()).isEqualTo(known);
    }
}
