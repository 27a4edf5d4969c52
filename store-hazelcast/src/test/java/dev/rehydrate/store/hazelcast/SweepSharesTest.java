// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.LockProof;
import dev.rehydrate.slot.operation.SweepSlot;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.partition.ClusterClock;
import dev.rehydrate.store.hazelcast.stored.Addresses;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Every partition is swept, and by one store: by that of its owner, if there is one. */
class SweepSharesTest {

    private static final Duration PERIOD = Duration.ofSeconds(30);
    private static final int PARTITIONS = 13;

    private final TestFarm farm = new TestFarm();
    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final HazelcastStoreOptionsBuilder settings =
            HazelcastStoreOptions.builder().clusterName("test-" + UUID.randomUUID());
    private final List<InstanceStore> stores = new ArrayList<>();

    @AfterEach
    void close() {
        stores.forEach(InstanceStore::close);
        farm.close();
    }

    private HazelcastInstance member() {
        HazelcastInstance member = farm.member(settings);
        member.getUserContext().put(ClusterClock.CONTEXT_KEY, new ClusterClock(time));
        return member;
    }

    private StorageEngine open(HazelcastInstance hazelcast) {
        AtomicReference<StorageEngine> tapped = new AtomicReference<>();
        hazelcast.getUserContext().putIfAbsent(ClusterClock.CONTEXT_KEY, new ClusterClock(time));
        stores.add(HazelcastInstanceStore.open(
                hazelcast,
                StoreOptions.defaults()
                        .withTime(time)
                        .withPeriods(PERIOD, Duration.ofDays(999))
                        .withDecorator(engine -> {
                            tapped.set(engine);
                            return engine;
                        })));
        return tapped.get();
    }

    private static List<Integer> share(StorageEngine engine) {
        return engine.partsToSweep(PERIOD)
                .toCompletableFuture()
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
    }

    private static List<Integer> all() {
        return IntStream.range(0, PARTITIONS).boxed().toList();
    }

    private static List<Integer> owned(HazelcastInstance member) {
        return member.getPartitionService().getPartitions().stream()
                .filter(partition -> member.getCluster().getLocalMember().equals(partition.getOwner()))
                .map(partition -> partition.getPartitionId())
                .toList();
    }

    @Test
    void everyMemberSweepsItsOwnAndAClientNothing() {
        List<HazelcastInstance> members = List.of(member(), member(), member());
        // From then on no partition moves.
        Awaitility.await("each member has its share")
                .until(() -> members.stream().allMatch(each -> owned(each).size() >= PARTITIONS / members.size()));
        List<StorageEngine> engines = members.stream().map(this::open).toList();
        StorageEngine client = open(farm.client(settings));
        engines.forEach(SweepSharesTest::share);

        for (int i = 0; i < members.size(); i++) {
            assertThat(share(engines.get(i))).isEqualTo(owned(members.get(i)));
        }
        assertThat(share(client)).isEmpty();
    }

    /** It goes by another id then. */
    @Test
    void aMemberThatHasLeftItsClusterForAnotherOneSweepsItsOwn() {
        try (TestFarm apart = new TestFarm()) {
            List<HazelcastInstance> members =
                    List.of(farm.member(settings, TestFarm::mergeSoon), apart.member(settings, TestFarm::mergeSoon));
            List<StorageEngine> engines = members.stream().map(this::open).toList();
            assertThat(engines).allSatisfy(engine -> assertThat(share(engine)).isEqualTo(all()));

            members.forEach(member -> members.forEach(each -> member.getConfig()
                    .getNetworkConfig()
                    .getJoin()
                    .getTcpIpConfig()
                    .addMember(TestFarm.address(each))));
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> members.stream()
                            .allMatch(each -> each.getCluster().getMembers().size() == 2
                                    && !owned(each).isEmpty()
                                    && each.getPartitionService().isClusterSafe()));
            engines.forEach(SweepSharesTest::share);

            // Otherwise the store with the least id sweeps what no owner sweeps, which is this one or the other.
            assertThat(members.get(0).<UUID, Long>getMap(MapNames.SWEEPERS).keySet())
                    .containsAll(members.stream()
                            .map(member -> member.getLocalEndpoint().getUuid())
                            .toList());
            for (int i = 0; i < members.size(); i++) {
                assertThat(share(engines.get(i))).isEqualTo(owned(members.get(i)));
            }
            stores.forEach(InstanceStore::close);
        }
    }

    @Test
    void ofTwoStoresOnOneMemberOneSweepsUntilItIsClosed() {
        HazelcastInstance member = member();
        StorageEngine first = open(member);
        StorageEngine second = open(member);
        assertThat(share(first)).isEqualTo(all());
        assertThat(share(second)).isEmpty();

        stores.get(0).close();

        assertThat(share(second)).isEqualTo(all());
    }

    @Test
    void whatNoMemberSweepsAStoreOfAClientDoesAndOnlyOne() {
        HazelcastInstance member = member();
        StorageEngine one = open(farm.client(settings));
        StorageEngine other = open(farm.client(settings));
        share(one);
        share(other);

        List<Integer> both = new ArrayList<>(share(one));
        both.addAll(share(other));
        assertThat(both).containsExactlyElementsOf(all());

        StorageEngine local = open(member);
        share(local);
        assertThat(share(one)).isEmpty();
        assertThat(share(other)).isEmpty();
        assertThat(share(local)).isEqualTo(all());
    }

    @Test
    void theStoreOfADeadClientIsReplacedWhenItHasNotBeenHeardOfForTwoPeriods() {
        member();
        StorageEngine one = open(farm.client(settings));
        StorageEngine other = open(farm.client(settings));
        share(one);
        share(other);
        StorageEngine survivor = share(one).isEmpty() ? one : other;
        assertThat(share(survivor)).isEmpty();

        time.advance(PERIOD.multipliedBy(2));

        assertThat(share(survivor)).isEqualTo(all());
    }

    @Test
    void whatIsOverIsFoundInItsPartitionOnMembersAndByClients() {
        HazelcastInstance member = member();
        StorageEngine here = open(member);
        StorageEngine there = open(farm.client(settings));
        InstanceId id = InstanceId.random();
        Caller caller = new Caller(OwnerId.random(), null, null, Set.of());
        here.apply(
                        SlotAddress.of(id),
                        new CommitInstance(
                                CommandId.random(),
                                caller,
                                new LockProof.Nothing(),
                                Expected.any(),
                                InstanceChanges.none(),
                                CommitInstance.After.DELETED,
                                0))
                .toCompletableFuture()
                .join();
        IMap<UUID, StoredSlot> slots = member.getMap(MapNames.SLOTS);
        assertThat(slots.get(Addresses.key(SlotAddress.of(id))).slot()).isNotEqualTo(Slot.EMPTY);
        SlotScan over = new SlotScan.Sweepable(new SweepSlot(Set.of(), Duration.ofHours(1)));
        int partition = member.getPartitionService()
                .getPartition(Addresses.key(SlotAddress.of(id)))
                .getPartitionId();

        for (StorageEngine engine : List.of(here, there)) {
            assertThat(found(engine, partition, over)).isEmpty();
        }
        time.advance(Duration.ofHours(1));
        for (StorageEngine engine : List.of(here, there)) {
            assertThat(found(engine, partition, over)).containsExactly(SlotAddress.of(id));
            assertThat(found(engine, (partition + 1) % PARTITIONS, over)).isEmpty();
        }
    }

    private static List<SlotAddress> found(StorageEngine engine, int partition, SlotScan scan) {
        return engine.scanPart(partition, scan, 10).toCompletableFuture().join();
    }
}
