// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.StoreCommands;
import dev.rehydrate.store.StoreCommands.Item;
import dev.rehydrate.store.StoreCommands.ItemOutcome;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.drill.FreePorts;
import dev.rehydrate.store.hazelcast.start.ClusterConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Three of five members of a protected farm are lost at once, with all copies of some partitions, and three others join. */
class LostMajorityTest {

    private static final int SIZE = 5;
    private static final int LOST = 3;
    private static final int INSTANCES = 200;

    private final String name = "test-" + UUID.randomUUID();
    private final List<HazelcastInstance> members = new ArrayList<>();

    @AfterEach
    void close() {
        members.forEach(member -> member.getLifecycleService().terminate());
    }

    private void start(int count) {
        for (int i = 0; i < count; i++) {
            members.add(Hazelcast.newHazelcastInstance(ClusterConfig.member(HazelcastStoreOptions.builder()
                    .clusterName(name)
                    .durability(Durability.PROTECTED)
                    .farmSize(SIZE)
                    .port(FreePorts.any())
                    .members(members.stream().map(TestFarm::address).toList())
                    .shutdownHook(false)
                    .build())));
        }
        Awaitility.await("all members are there, and everything has its copies")
                .atMost(TestFarm.PATIENCE)
                .until(this::isWhole);
    }

    private boolean isWhole() {
        return members.stream()
                .allMatch(member -> member.getCluster().getMembers().size() == SIZE
                        && member.getPartitionService().isClusterSafe());
    }

    /** The two that are left have no majority, and the three that come were not there when it happened. */
    @Test
    void whatWasLostIsNeverNotFound() {
        start(SIZE);
        try (HazelcastInstanceStore store = HazelcastInstanceStore.open(members.get(0), StoreOptions.defaults())) {
            StoreCommands commands = store.commands().withTimeout(Duration.ofSeconds(5));
            List<InstanceId> ids =
                    Stream.generate(InstanceId::random).limit(INSTANCES).toList();
            CreateInstance creation = CreateInstance.of(InstanceChanges.data(Map.of("a", "b")), AfterSave.RELEASE);
            ids.forEach(id -> commands.execute(id, creation).receiptOrThrow());
            List<HazelcastInstance> lost = List.copyOf(members.subList(SIZE - LOST, SIZE));

            lost.parallelStream().forEach(member -> member.getLifecycleService().terminate());
            members.removeAll(lost);
            CompletableFuture<Void> joined =
                    CompletableFuture.runAsync(() -> start(LOST), task -> new Thread(task, "join").start());
            List<InstanceId> notFound = new ArrayList<>();
            while (!joined.isDone()) {
                notFound.addAll(notFound(loaded(commands, ids)));
            }
            joined.join();

            assertThat(store.lostPartitions()).isNotEmpty();
            List<ItemOutcome<LoadOutcome>> afterwards = loaded(commands, ids);
            assertThat(afterwards).anyMatch(outcome -> outcome.answer() == null);
            assertThat(afterwards).anyMatch(outcome -> outcome.answer() instanceof LoadOutcome.Loaded);
            notFound.addAll(notFound(afterwards));
            assertThat(notFound).isEmpty();
        }
    }

    private static List<ItemOutcome<LoadOutcome>> loaded(StoreCommands commands, List<InstanceId> ids) {
        return commands.executeAll(ids.stream()
                        .map(id -> new Item<>(id, LoadInstance.of(LoadMode.authoritative())))
                        .toList())
                .join();
    }

    private static List<InstanceId> notFound(List<ItemOutcome<LoadOutcome>> outcomes) {
        return outcomes.stream()
                .filter(outcome -> outcome.answer() instanceof LoadOutcome.NotFound)
                .map(outcome -> outcome.item().instance())
                .toList();
    }
}
