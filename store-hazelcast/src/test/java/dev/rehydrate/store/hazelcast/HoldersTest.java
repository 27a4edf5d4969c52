// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.nio.serialization.DataSerializableFactory;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.directory.InstanceDirectory;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A sweep asks who holds something in a partition, also where the partition is on a member without a store. */
class HoldersTest {

    private static final int PARTITIONS = 13;

    private final TestFarm farm = new TestFarm();
    private final HazelcastStoreOptionsBuilder settings =
            HazelcastStoreOptions.builder().clusterName("test-" + UUID.randomUUID());
    private final List<InstanceStore> stores = new ArrayList<>();

    @AfterEach
    void close() {
        stores.forEach(InstanceStore::close);
        farm.close();
    }

    private StorageEngine open(HazelcastInstance hazelcast) {
        AtomicReference<StorageEngine> tapped = new AtomicReference<>();
        stores.add(HazelcastInstanceStore.open(
                hazelcast,
                StoreOptions.defaults()
                        .withPeriods(Duration.ofDays(1), Duration.ofDays(1))
                        .withDecorator(engine -> {
                            tapped.set(engine);
                            return engine;
                        })));
        return tapped.get();
    }

    /** An owner of the store that was opened last; it holds so many instances that each member has one. */
    private OwnerId holdingSome() {
        InstanceStore store = stores.get(stores.size() - 1);
        OwnerId owner =
                store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), TestFarm.PATIENCE);
        for (int i = 0; i < 2 * PARTITIONS; i++) {
            store.execute(
                            store.createHandle(owner, InstanceId.random()),
                            CreateInstance.of(InstanceChanges.data(Map.of("n", i)), AfterSave.KEEP),
                            TestFarm.PATIENCE)
                    .receiptOrThrow();
        }
        return owner;
    }

    private static Set<OwnerId> holders(StorageEngine engine, Set<Integer> partitions) {
        return engine.holdersIn(partitions).toCompletableFuture().join();
    }

    private static Set<OwnerId> holders(StorageEngine engine) {
        return holders(engine, IntStream.range(0, PARTITIONS).boxed().collect(Collectors.toSet()));
    }

    @Test
    void aClientIsToldWhoHoldsSomethingOnEachMember() {
        HazelcastInstance member = farm.member(settings);
        farm.member(settings);
        StorageEngine client = open(farm.client(settings));
        OwnerId first = holdingSome();
        OwnerId second = holdingSome();

        // A partition that moves has no owner just then.
        Awaitility.await()
                .atMost(TestFarm.PATIENCE)
                .untilAsserted(() -> assertThat(holders(client)).containsExactlyInAnyOrder(first, second));
        StorageEngine onMember = open(member);
        for (int partition = 0; partition < PARTITIONS; partition++) {
            Set<Integer> one = Set.of(partition);
            assertThat(holders(onMember, one)).isEqualTo(holders(client, one));
        }
    }

    /** Time may have been moved on by several sweeps before a member has read its partitions again. */
    @Test
    void aPartitionWhoseDirectoryIsNotCompleteIsLookedThrough() {
        HazelcastInstance member = farm.member(settings);
        StorageEngine engine = open(member);
        OwnerId owner = holdingSome();
        Awaitility.await()
                .atMost(TestFarm.PATIENCE)
                .untilAsserted(() -> assertThat(holders(engine)).containsExactly(owner));

        InstanceDirectory.rereadBy(member);

        assertThat(holders(engine)).containsExactly(owner);
    }

    @Test
    void aMemberOfAnEarlierBuildNamesNone() {
        farm.member(settings, HoldersTest::doesNotKnowTheQuestion);
        StorageEngine client = open(farm.client(settings));
        OwnerId owner = holdingSome();

        assertThat(holders(client))
                .as("as before there was the question, and not %s", owner)
                .isEmpty();
    }

    private static void doesNotKnowTheQuestion(Config config) {
        Map<Integer, DataSerializableFactory> factories =
                config.getSerializationConfig().getDataSerializableFactories();
        DataSerializableFactory ours = factories.get(TypeIds.FACTORY);
        factories.put(TypeIds.FACTORY, id -> {
            if (id == TypeIds.FIND_HOLDERS) {
                throw new IllegalArgumentException("no class with id " + id + " in factory " + TypeIds.FACTORY);
            }
            return ours.create(id);
        });
    }
}
