// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.instance.impl.HazelcastInstanceProxy;
import com.hazelcast.spi.exception.RetryableHazelcastException;
import com.hazelcast.spi.impl.PartitionSpecificRunnable;
import com.hazelcast.spi.impl.operationservice.impl.OperationServiceImpl;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.operation.ClaimKey;
import dev.rehydrate.store.StoreHealth;
import dev.rehydrate.store.StoreHealth.Status;
import dev.rehydrate.store.hazelcast.drill.FreePorts;
import dev.rehydrate.store.hazelcast.slot.DecideInSlot;
import dev.rehydrate.store.hazelcast.start.ClusterStart;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A thread of the engine ends when memory is short and even its report of that fails; what it did is not done any more. */
final class LostThreadsTest {

    private final UUID farm = UUID.randomUUID();
    private final List<HazelcastInstance> members = new ArrayList<>();
    private final HazelcastInstanceStore store = start(List.of());

    private HazelcastInstanceStore start(List<String> others) {
        return start(others, 1);
    }

    private HazelcastInstanceStore start(List<String> others, int backups) {
        HazelcastStoreOptions options = HazelcastStoreOptions.builder()
                .clusterName(name(backups))
                .port(FreePorts.any())
                .members(others)
                .backupCount(backups)
                .shutdownHook(false)
                .build();
        HazelcastInstance member =
                ClusterStart.of(options, config -> config.setProperty("hazelcast.partition.count", "13"));
        members.add(member);
        return HazelcastInstanceStore.owning(member, options, () -> {}, () -> {});
    }

    /** Those with as many backups are one farm. */
    private String name(int backups) {
        return "test-" + farm + "-" + backups;
    }

    @AfterEach
    void close() {
        store.close();
        members.forEach(member -> member.getLifecycleService().terminate());
    }

    /** What a full heap does: the task fails, and so does the log. */
    private static final class NoMemory extends Error {
        private static final long serialVersionUID = 1;
    }

    private static final class Fails implements PartitionSpecificRunnable {

        @Override
        public int getPartitionId() {
            return 0;
        }

        @Override
        public void run() {
            throw new NoMemory();
        }
    }

    private static void loseThread(HazelcastInstance member) {
        member.getLoggingService().addLogListener(Level.SEVERE, event -> {
            if (event.getLogRecord().getThrown() instanceof NoMemory noMemory) {
                throw noMemory;
            }
        });
        OperationServiceImpl operations = ((HazelcastInstanceProxy) member)
                .getOriginal()
                .node
                .getNodeEngine()
                .getOperationService();
        operations.execute(new Fails());
    }

    /** That a thread ends with an exception is what this is about. */
    private static ConditionFactory await(String what) {
        return Awaitility.await(what).atMost(TestFarm.PATIENCE).dontCatchUncaughtExceptions();
    }

    private static InstanceId create(HazelcastInstanceStore at) {
        InstanceId id = InstanceId.random();
        at.commands()
                .execute(id, CreateInstance.of(InstanceChanges.data(Map.of("n", 1))))
                .receiptOrThrow();
        return id;
    }

    private static boolean isFound(HazelcastInstanceStore at, InstanceId id) {
        return at.commands().execute(id, LoadInstance.of(LoadMode.authoritative())) instanceof LoadOutcome.Loaded;
    }

    /** It would stay in the farm, since its heartbeats go on, and a share of all instances would not be answered. */
    @Test
    void aMemberThatHasLostAThreadEndsAndTheOthersTakeOver() {
        try (HazelcastInstanceStore second = start(store.members());
                CapturedLog log = CapturedLog.open()) {
            List<InstanceId> created = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                created.add(create(store));
            }
            HazelcastInstance broken = members.get(1);
            await("copies")
                    .until(() -> broken.getPartitionService().isClusterSafe()
                            && members.get(0).getPartitionService().isClusterSafe());

            loseThread(broken);

            await("it ends").until(() -> !broken.getLifecycleService().isRunning());
            await("the other one is told").until(() -> store.members().size() == 1);
            assertThat(created).allMatch(id -> isFound(store, id));
            StoreHealth health = second.health().join();
            assertThat(health.status()).isEqualTo(Status.DOWN);
            assertThat(health.reasons()).anyMatch(reason -> reason.contains("a thread of this member has ended"));
            assertThat(log.from(org.slf4j.event.Level.ERROR))
                    .anyMatch(line -> line.text().contains("the others take over what it had"));
        }
    }

    /** What it decided while its connections close would be acknowledged to a client without a backup, and be gone with it. */
    @Test
    void aMemberThatHasLostAThreadDecidesNothingMoreBeforeItEnds() {
        try (HazelcastInstanceStore second = start(store.members())) {
            HazelcastInstance broken = members.get(1);
            AtomicReference<Throwable> atItsEnd = new AtomicReference<>();
            broken.getLifecycleService().addLifecycleListener(event -> {
                if (event.getState() == LifecycleEvent.LifecycleState.SHUTTING_DOWN) {
                    atItsEnd.set(catchThrowable(() -> decide(broken)));
                }
            });
            decide(broken);

            loseThread(broken);

            await("it ends").until(() -> !broken.getLifecycleService().isRunning());
            assertThat(atItsEnd.get()).isInstanceOf(RetryableHazelcastException.class);
            assertThat(second.health().join().status()).isEqualTo(Status.DOWN);
        }
    }

    private static void decide(HazelcastInstance member) {
        InstanceKey key = new InstanceKey(5, 6);
        DecideInSlot claim = new DecideInSlot(new ClaimKey(key, new KeyClaim(new InstanceId(1, 2), 0), null, Set.of()));
        claim.setHazelcastInstance(member);
        claim.process(new AbstractMap.SimpleEntry<>(new UUID(5, 6), null));
    }

    /** The copies that others take over are none then. */
    @Test
    void aMemberWithoutBackupsSaysThatWhatItHadIsLost() {
        try (HazelcastInstanceStore first = start(List.of(), 0);
                HazelcastInstanceStore second = start(first.members(), 0);
                CapturedLog log = CapturedLog.open()) {
            HazelcastInstance broken = members.get(members.size() - 1);

            loseThread(broken);

            await("it ends").until(() -> !broken.getLifecycleService().isRunning());
            assertThat(log.from(org.slf4j.event.Level.ERROR))
                    .anyMatch(line -> line.text().contains("the others do not have what was only in its memory"))
                    .noneMatch(line -> line.text().contains("the others take over"));
            assertThat(second.health().join().status()).isEqualTo(Status.DOWN);
        }
    }

    /** No other one has what it has. */
    @Test
    void aMemberThatIsAloneSaysSoAndStays() {
        loseThread(members.get(0));

        await("health").until(() -> store.health().join().status() == Status.DOWN);
        assertThat(store.health().join().reasons())
                .anyMatch(reason -> reason.contains("a thread of this member has ended"));
        assertThat(members.get(0).getLifecycleService().isRunning()).isTrue();
    }
}
