// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.engine.BeatAnswer;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The call by which a store moves the beats of its owners and looks at others, on the grid. */
class CombinedBeatTest {

    private static final Duration LEASE = StoreOptions.defaults().lease();

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final TestFarm farm = new TestFarm();
    private final HazelcastInstance first = farm.member(HazelcastStoreOptions.builder());
    private final AtomicReference<StorageEngine> engine = new AtomicReference<>();
    private final InstanceStore store = HazelcastInstanceStore.open(
            first, StoreOptions.defaults().withTime(time).withDecorator(plain -> {
                engine.set(plain);
                return plain;
            }));

    @AfterEach
    void close() {
        store.close();
        farm.close();
    }

    private static <T> T now(CompletionStage<T> answer) throws Exception {
        return answer.toCompletableFuture().get(1, TimeUnit.MINUTES);
    }

    private OwnerId add() throws Exception {
        OwnerId owner = OwnerId.random();
        now(engine.get().addOwner(new OwnerRecord(owner, OwnerDescription.anonymous(), LEASE, 1)));
        return owner;
    }

    @Test
    void movesTheBeatsOfLivingOwnersAndNamesThoseThatWereRefused() throws Exception {
        OwnerId living = add();
        OwnerId other = add();
        OwnerId expired = add();
        OwnerId unknown = OwnerId.random();
        now(engine.get().expireOwner(expired));
        long roster = now(engine.get().watch(Set.of(), 0)).roster();

        BeatAnswer answer = now(
                engine.get().beatAndWatch(Map.of(living, 5L, expired, 6L, unknown, 7L), Set.of(living, other), roster));

        assertThat(answer.refused()).containsExactlyInAnyOrder(expired, unknown);
        assertThat(answer.news().beats()).isEqualTo(Map.of(living, 5L, other, 1L));
        assertThat(answer.news().owners()).as("the roster is known").isNull();
        assertThat(now(engine.get().beatAndWatch(Map.of(expired, 8L), Set.of(), roster))
                        .refused())
                .containsExactly(expired);

        Map<OwnerId, OwnerRecord> all = now(engine.get().owners());
        assertThat(all.get(living).beat()).isEqualTo(5);
        assertThat(all.get(expired).isExpired()).isTrue();
        assertThat(all).doesNotContainKey(unknown);
    }

    @Test
    void anOwnerThatWasRefusedIsLostLongBeforeItsLeaseEnds() throws Exception {
        InstanceHandle handle = store.createHandle();
        OwnerId owner = store.execute(handle, new CreateOwner(OwnerDescription.ofType("worker")), LEASE);
        now(engine.get().expireOwner(owner));
        assertThat(handle.isValid()).isTrue();

        time.advance(LEASE.dividedBy(3));

        Awaitility.await("the answer").until(() -> !handle.isValid());
    }
}
