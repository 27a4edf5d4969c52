// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.Config;
import com.hazelcast.config.SplitBrainProtectionConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.internal.partition.PartitionLostEventImpl;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreHealth;
import dev.rehydrate.store.StoreListener;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.partition.LossMarks;
import dev.rehydrate.store.hazelcast.partition.PartitionLoss;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a farm says after it has lost more members at once than it has backups. */
class LostPartitionsTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final int INSTANCES = 200;

    private static final InstanceQuery ALL =
            InstanceQuery.builder().page(0, INSTANCES).build();
    private static final InstanceQuery NONE =
            InstanceQuery.builder().ofDefinition("none").build();

    private final TestFarm farm = new TestFarm();
    private final HazelcastStoreOptionsBuilder settings = HazelcastStoreOptions.builder()
            .clusterName("test-" + UUID.randomUUID())
            .backupCount(1);
    private final List<HazelcastInstanceStore> stores = new ArrayList<>();
    private final List<InstanceId> ids = new ArrayList<>();
    private final List<StoreListener.DataLost> told = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        stores.forEach(InstanceStore::close);
        farm.close();
    }

    private HazelcastInstanceStore open(HazelcastInstance hazelcast) {
        HazelcastInstanceStore store =
                HazelcastInstanceStore.open(hazelcast, StoreOptions.defaults().withListener(new StoreListener() {
                    @Override
                    public void dataLost(DataLost event) {
                        told.add(event);
                    }
                }));
        stores.add(store);
        return store;
    }

    private static OwnerId owner(InstanceStore store) {
        return run(store, store.createHandle(), new CreateOwner(OwnerDescription.ofType("documents")));
    }

    private static <R> R run(InstanceStore store, InstanceHandle handle, PersistenceCommand<R> command) {
        return store.execute(handle, command, TIMEOUT);
    }

    private static void create(InstanceStore store, OwnerId owner, InstanceId id) {
        run(
                        store,
                        store.createHandle(owner, id),
                        CreateInstance.of(InstanceChanges.data(Map.of("a", "b")), AfterSave.RELEASE))
                .receiptOrThrow();
    }

    private static LoadOutcome load(InstanceStore store, OwnerId owner, InstanceId id) {
        return run(store, store.createHandle(owner, id), LoadInstance.of(LoadMode.peek()));
    }

    /** Three members with instances, of which two fail at the same moment. */
    private HazelcastInstance survivor() {
        HazelcastInstance survivor = farm.member(settings);
        HazelcastInstance second = farm.member(settings);
        HazelcastInstance third = farm.member(settings);
        Awaitility.await()
                .atMost(TestFarm.PATIENCE)
                .until(() -> survivor.getPartitionService().isClusterSafe()
                        && survivor.getCluster().getMembers().size() == 3);
        HazelcastInstanceStore store = open(survivor);
        OwnerId owner = owner(store);
        for (int i = 0; i < INSTANCES; i++) {
            ids.add(InstanceId.random());
            create(store, owner, ids.get(i));
        }
        second.getLifecycleService().terminate();
        third.getLifecycleService().terminate();
        return survivor;
    }

    private int unavailable(InstanceStore store) {
        OwnerId owner = owner(store);
        int unavailable = 0;
        for (InstanceId id : ids) {
            try {
                assertThat(load(store, owner, id)).as("%s", id).isInstanceOf(LoadOutcome.Loaded.class);
            } catch (StoreUnavailableException lost) {
                assertThat(lost).hasMessageContaining("lost");
                unavailable++;
            }
        }
        return unavailable;
    }

    @Test
    void whatIsLostIsUnavailableAndNotNotFoundUntilTheLossIsAcknowledged() {
        HazelcastInstance survivor = survivor();
        HazelcastInstanceStore store = stores.get(0);

        int unavailable = unavailable(store);

        assertThat(unavailable).isBetween(1, INSTANCES - 1);
        HazelcastInstance client = farm.client(settings);
        HazelcastInstanceStore there = open(client);
        assertThat(unavailable(there)).isEqualTo(unavailable);
        Awaitility.await().until(() -> !told.isEmpty());
        Map<Integer, ?> lost = store.lostPartitions();
        assertThat(lost).isNotEmpty();
        assertThat(there.lostPartitions()).isEqualTo(lost);
        for (InstanceStore each : stores) {
            StoreHealth health = each.health().join();
            assertThat(health.status()).isEqualTo(StoreHealth.Status.DOWN);
            assertThat(health.reasons()).anyMatch(reason -> reason.startsWith(lost.size() + " of 13 partitions ("));
        }
        assertThat(told.get(0).partitions()).isEqualTo(lost.size());
        assertThat(told.get(0).of()).isEqualTo(13);
        assertThat(stores).allSatisfy(each -> assertIncomplete(each, lost.size(), INSTANCES - unavailable));
        InstanceId absent = idInOneOf(survivor, lost);
        OwnerId owner = owner(there);
        assertThatThrownBy(() -> create(there, owner, absent)).isInstanceOf(StoreUnavailableException.class);

        assertThat(there.acknowledgeLoss()).isEqualTo(lost.size());

        assertThat(store.lostPartitions()).isEmpty();
        assertThat(stores)
                .allSatisfy(each -> assertThat(page(each).isComplete()).isTrue());
        assertThat(there.commands().count(ALL)).isEqualTo(INSTANCES - unavailable);
        assertThat(there.commands().exists(NONE)).isFalse();
        assertThat(load(store, owner(store), absent)).isInstanceOf(LoadOutcome.NotFound.class);
        create(there, owner, absent);
        assertThat(store.health().join().reasons()).noneMatch(reason -> reason.contains("lost their data"));
    }

    private static InstancePage page(InstanceStore store) {
        return store.commands().execute(QueryInstances.of(ALL));
    }

    private static void assertIncomplete(InstanceStore store, int partitions, int left) {
        InstancePage page = page(store);
        assertThat(page.entries()).hasSize(left);
        assertThat(page.total()).isEqualTo(left);
        assertThat(page.gap()).startsWith(partitions + " of 13 partitions (").contains("not listed");
        assertThatThrownBy(() -> store.commands().count(ALL))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining(page.gap());
        assertThat(store.commands().exists(ALL)).isTrue();
        assertThatThrownBy(() -> store.commands().exists(NONE)).isInstanceOf(StoreUnavailableException.class);
    }

    private static InstanceId idInOneOf(HazelcastInstance member, Map<Integer, ?> partitions) {
        while (true) {
            InstanceId id = InstanceId.random();
            UUID key = new UUID(id.high(), id.low());
            if (partitions.containsKey(
                    member.getPartitionService().getPartition(key).getPartitionId())) {
                return id;
            }
        }
    }

    @Test
    void whoJoinsLaterKnowsOfTheLoss() {
        HazelcastInstance survivor = survivor();
        int unavailable = unavailable(stores.get(0));
        HazelcastInstance joiner = farm.member(settings);
        Awaitility.await()
                .atMost(TestFarm.PATIENCE)
                .until(() -> survivor.getPartitionService().isClusterSafe());

        survivor.getLifecycleService().terminate();
        HazelcastInstanceStore store = open(joiner);

        assertThat(unavailable(store)).isEqualTo(unavailable);
        assertThat(store.lostPartitions()).isNotEmpty();
        assertThat(page(store).isComplete()).isFalse();
    }

    @Test
    void aFarmThatContinuesSaysSoAndGoesOn() {
        settings.afterLoss(HazelcastStoreOptions.AfterLoss.CONTINUE);
        HazelcastInstance survivor = survivor();
        HazelcastInstanceStore store = stores.get(0);
        Awaitility.await().until(() -> !store.lostPartitions().isEmpty());

        InstanceId absent = idInOneOf(survivor, store.lostPartitions());
        create(store, owner(store), absent);

        assertThat(page(store).isComplete()).isTrue();
        StoreHealth health = store.health().join();
        assertThat(health.status()).isEqualTo(StoreHealth.Status.DEGRADED);
        assertThat(health.reasons()).anyMatch(reason -> reason.contains("after-loss=continue"));
        Awaitility.await().untilAsserted(() -> assertThat(told).isNotEmpty());
    }

    @Test
    void whatHasABackupLeftIsNotLost() {
        HazelcastInstance survivor = farm.member(settings);
        HazelcastInstance other = farm.member(settings);
        Awaitility.await()
                .atMost(TestFarm.PATIENCE)
                .until(() -> survivor.getPartitionService().isClusterSafe());
        HazelcastInstanceStore store = open(survivor);

        other.getLifecycleService().terminate();

        OwnerId owner = owner(store);
        for (int i = 0; i < INSTANCES; i++) {
            create(store, owner, InstanceId.random());
        }
        assertThat(store.lostPartitions()).isEmpty();
    }

    /** It takes for lost what the others have, and may not have been able to mark it yet. */
    @Test
    void aMemberThatMergesDoesNotMarkLaterWhatItHasTakenForLost() {
        Consumer<Config> marksNeedTwo =
                config -> config.addSplitBrainProtectionConfig(new SplitBrainProtectionConfig("two", true, 2))
                        .getMapConfig(MapNames.LOST)
                        .setSplitBrainProtectionName("two");
        HazelcastInstance member = farm.member(settings, marksNeedTwo);
        PartitionLoss loss = (PartitionLoss) member.getUserContext().get("dev.rehydrate.loss");
        loss.onPartitionLost(new PartitionLostEventImpl(3, 6, null));

        loss.reset();
        farm.member(settings, marksNeedTwo);
        LossMarks marks = new LossMarks(member);
        Awaitility.await().ignoreExceptions().until(() -> marks.lost() != null);

        // The engine tries again each second, by its own clock.
        Awaitility.await()
                .during(Duration.ofSeconds(2))
                .until(() -> marks.lost().isEmpty());
    }
}
