// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.partition.ClusterClock;
import dev.rehydrate.store.jdbc.SharedCache.Entry;
import dev.rehydrate.store.jdbc.SharedCache.Region;
import dev.rehydrate.tck.ForwardingTime;
import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Copies of slots on two members, as members and a client see them. */
class HazelcastCacheTest {

    private static final Duration MAX_AGE = Duration.ofSeconds(20);
    private static final TestCluster CLUSTER = TestCluster.withClient(2);
    private static final AtomicLong SLOTS = new AtomicLong();

    private final SlotAddress at = new SlotAddress(3, SLOTS.incrementAndGet());
    private final List<Region> regions = List.of(
            region(CLUSTER.members().get(0), "one"),
            region(CLUSTER.members().get(1), "one"),
            region(CLUSTER.waysIn().get(0), "one"));

    @AfterAll
    static void stop() {
        CLUSTER.close();
    }

    private static Region region(HazelcastInstance hazelcast, String database) {
        return HazelcastCache.on(hazelcast, StoreOptions.defaults()).region(database, MAX_AGE);
    }

    private static Slot slot(long version) {
        return new Slot(
                null, new KeyClaim(new InstanceId(0, version), 0), 0, Slot.EMPTY.recent(), null, Instant.EPOCH, null);
    }

    private static Entry version(long version) {
        return new Entry(version, slot(version), Duration.ZERO);
    }

    private static long versionIn(Region region, SlotAddress at) {
        return region.find(at).toCompletableFuture().join().map(Entry::version).orElse(0L);
    }

    private void awaitEverywhere(long version) {
        regions.forEach(region -> Awaitility.await().until(() -> versionIn(region, at), found -> found == version));
    }

    @Test
    void whatOneOffersAllFind() {
        for (int i = 0; i < regions.size(); i++) {
            int next = i + 1;
            regions.get(i).offer(at, () -> version(next));
            awaitEverywhere(i + 1);
        }
        Optional<Entry> found = regions.get(2).find(at).toCompletableFuture().join();
        assertThat(found.map(Entry::slot)).contains(slot(3));
    }

    @Test
    void anEarlierVersionReplacesNothing() {
        regions.get(0).offer(at, () -> version(6));
        awaitEverywhere(6);
        LongStream.rangeClosed(1, 5)
                .forEach(version -> regions.forEach(region -> region.offer(at, () -> version(version))));
        regions.get(2).offer(at, () -> new Entry(6, null, Duration.ZERO));

        regions.forEach(region -> Awaitility.await()
                .until(
                        () -> region.find(at).toCompletableFuture().join(),
                        found -> found.filter(entry -> entry.version() == 6 && entry.slot() == null)
                                .isPresent()));
    }

    @Test
    void anotherDatabaseHasOtherCopies() {
        regions.get(0).offer(at, () -> version(1));
        awaitEverywhere(1);

        assertThat(versionIn(region(CLUSTER.members().get(0), "other"), at)).isZero();
    }

    @Test
    void aClientThatWasNotPreparedIsRefused() {
        try (TestFarm farm = new TestFarm()) {
            farm.member(HazelcastStoreOptions.builder());
            HazelcastInstance stranger = farm.stranger();

            assertThatThrownBy(() -> HazelcastCache.on(stranger, StoreOptions.defaults()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("prepare");
        }
    }

    @Test
    void clocksAreComparedAgainAndAgain() {
        try (TestCluster own = TestCluster.withClient(1)) {
            HazelcastInstance client = own.waysIn().get(0);
            ManualTime time = ManualTime.startingAt(Instant.now());
            HazelcastCache cache =
                    HazelcastCache.on(client, StoreOptions.defaults().withTime(time));
            var unused = cache.region("one", MAX_AGE);
            for (int i = 0; i < 2; i++) {
                Awaitility.await().until(() -> time.untilNextTask().isPresent());
                // All of it is an error of this clock: for the member no time has passed.
                time.advance(Duration.ofMinutes(10));
                // A client that does not know yet where the slots are asks again with the next comparison.
                Awaitility.await().until(() -> {
                    boolean agreed = Duration.between(
                                            Instant.now(),
                                            ClusterClock.of(client).instant())
                                    .abs()
                                    .compareTo(Duration.ofMinutes(1))
                            < 0;
                    if (!agreed && time.untilNextTask().isPresent()) {
                        time.advance(Duration.ofMinutes(10));
                    }
                    return agreed;
                });
            }
            cache.close();
            time.advance(Duration.ofMinutes(30));
            assertThat(Duration.between(Instant.now(), ClusterClock.of(client).instant()))
                    .as("after the end")
                    .isGreaterThan(Duration.ofMinutes(20));
        }
    }

    /** Time whose readings fail for a while, as where memory is short. */
    private static final class BreakingTime extends ForwardingTime {

        private volatile boolean broken;

        BreakingTime(TimeSource time) {
            super(time);
        }

        @Override
        public long nanoTime() {
            if (broken) {
                throw new InternalError("for the test");
            }
            return super.nanoTime();
        }
    }

    @Test
    void clocksAreComparedAgainAfterAnError() {
        try (TestFarm farm = new TestFarm()) {
            ManualTime time = ManualTime.startingAt(Instant.now());
            BreakingTime breaking = new BreakingTime(time);
            HazelcastCache cache = HazelcastCache.on(
                    farm.member(HazelcastStoreOptions.builder()),
                    StoreOptions.defaults().withTime(breaking));
            var unused = cache.region("one", MAX_AGE);
            breaking.broken = true;

            time.advance(Duration.ofMinutes(10));

            Awaitility.await("the next comparison is planned")
                    .until(() -> time.untilNextTask().isPresent());
            cache.close();
        }
    }

    @Test
    void aCacheThatIsClosedHasNothingThoughItsMemberGoesOn() {
        HazelcastCache cache = HazelcastCache.on(CLUSTER.members().get(0), StoreOptions.defaults());
        Region region = cache.region("one", MAX_AGE);
        regions.get(1).offer(at, () -> version(1));
        Awaitility.await().until(() -> versionIn(region, at) == 1);
        cache.close();

        assertThat(versionIn(region, at)).isZero();
    }

    /** It would join a farm with write-behind, whose members compare the durability, and would not write its share of it. */
    @Test
    void noMemberOfAFarmWithWriteBehindIsStartedForACache() {
        HazelcastStoreOptions options = HazelcastStoreOptions.builder()
                .clusterName("cache-" + UUID.randomUUID())
                .port(0)
                .durability(Durability.WRITE_BEHIND)
                .build();

        assertThatThrownBy(() -> HazelcastCache.start(options).close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no member was started")
                .hasMessageContaining("durability=write-behind");
    }

    @Test
    void aGridThatIsGoneHasNothingAndFailsNothing() {
        try (TestCluster gone = TestCluster.withClient(1)) {
            Region client = region(gone.waysIn().get(0), "one");
            Region member = region(gone.members().get(0), "one");
            client.offer(at, () -> version(1));
            Awaitility.await().until(() -> versionIn(member, at) == 1);
            gone.farm().loseAllBut(gone.waysIn().get(0));

            assertThat(versionIn(client, at)).isZero();
            assertThat(versionIn(member, at)).isZero();
            client.offer(at, () -> version(2));
            member.offer(at, () -> version(2));
        }
    }
}
