// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.impl.proxy.MapProxyImpl;
import com.hazelcast.spi.impl.operationexecutor.OperationRunner;
import com.hazelcast.spi.impl.operationservice.impl.OperationServiceImpl;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.ForceRelease;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.ReleaseInstance;
import dev.rehydrate.command.ResumeInstance;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.TouchInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Counts what commands cost where all of them meet: on the partition threads. Nothing else runs; time stands still. */
class OperationsPerCommandTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int FURTHER_KEYS = 5;
    /** What a store sends when it is opened, and does not wait for: a question for the time of the farm, and its share of the sweep. */
    private static final int AT_OPEN = 2;

    private final TestFarm farm = new TestFarm();
    private final WaveEngine.Waves waves = new WaveEngine.Waves();
    private HazelcastInstance member;
    private InstanceStore store;
    private OwnerId owner;
    private long counted;

    @BeforeEach
    void start() {
        // The engine looks on each partition thread for what has expired, every five seconds.
        member = farm.member(
                HazelcastStoreOptions.builder(),
                config -> config.setProperty("hazelcast.internal.map.expiration.cleanup.enabled", "false"));
        long before = operations();
        store = HazelcastInstanceStore.open(
                member,
                StoreOptions.defaults()
                        .withTime(ManualTime.startingAt(Instant.parse("2026-03-01T12:00:00Z")))
                        .withDecorator(engine -> new WaveEngine(engine, waves)));
        owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), PATIENCE);
        counted = before + AT_OPEN + 1;
        Awaitility.await("what the start sends").until(() -> operations() >= counted);
    }

    @AfterEach
    void stop() {
        store.close();
        farm.close();
    }

    private <R> R execute(InstanceHandle handle, PersistenceCommand<R> command) {
        long before = operations();
        R answer = store.execute(handle, command, PATIENCE);
        counted += operations() - before;
        return answer;
    }

    /** What else runs on a partition thread could be counted as part of a command, and is found by this. */
    private void assertThatNothingElseHasRun() {
        assertThat(operations()).isEqualTo(counted);
    }

    /** {@return how many operations the partition threads have run} */
    private long operations() {
        OperationServiceImpl service = (OperationServiceImpl) ((MapProxyImpl<?, ?>) member.getMap(MapNames.SLOTS))
                .getNodeEngine()
                .getOperationService();
        return Arrays.stream(service.getOperationExecutor().getPartitionOperationRunners())
                .mapToLong(OperationRunner::executedOperationsCount)
                .sum();
    }

    private long costOf(InstanceHandle handle, PersistenceCommand<?> command) {
        long before = counted;
        execute(handle, command);
        return counted - before;
    }

    private static InstanceChanges<InstanceValue> data() {
        return InstanceChanges.data(Map.of("state", "x"));
    }

    private static InstanceChanges<InstanceValue> with(List<InstanceKey> keys) {
        Map<InstanceKey, Map<String, InstanceValue>> associated = new HashMap<>();
        keys.forEach(key -> associated.put(key, Map.of()));
        return InstanceChanges.builder()
                .replaceData(Map.of("state", InstanceValue.of("x")))
                .keys(KeyChanges.associating(associated))
                .build();
    }

    private static List<InstanceKey> furtherKeys() {
        return Stream.generate(InstanceKey::random).limit(FURTHER_KEYS).toList();
    }

    @Test
    @DisplayName("perf F: with one home key, each command of a holder is one operation on a partition thread")
    void aHoldersCommandIsOneOperation() {
        InstanceKey key = InstanceKey.random();
        InstanceId id = InstanceId.atHomeOf(key);
        InstanceHandle first = store.createHandle(owner, id);
        assertThat(costOf(first, CreateInstance.of(with(List.of(key)), AfterSave.KEEP)))
                .isEqualTo(1);
        assertThat(costOf(first, SaveInstance.of(data(), AfterSave.KEEP))).isEqualTo(1);
        assertThat(costOf(first, SuspendInstance.because("to count"))).isEqualTo(1);
        assertThat(costOf(first, ResumeInstance.now())).isEqualTo(1);
        assertThat(costOf(first, ReleaseInstance.now())).isEqualTo(1);
        assertThat(costOf(store.createHandle(owner, id), ForceRelease.now())).isEqualTo(1);
        assertThat(costOf(store.createHandle(owner, id), TouchInstance.now())).isEqualTo(1);

        InstanceHandle byId = store.createHandle(owner, id);
        assertThat(costOf(byId, LoadInstance.of(LoadMode.hold()))).isEqualTo(1);
        assertThat(costOf(byId, SaveInstance.of(data(), AfterSave.RELEASE))).isEqualTo(1);

        InstanceHandle byKey = store.createHandle(owner);
        assertThat(costOf(byKey, LoadInstanceByKey.of(key, LoadMode.hold()))).isEqualTo(1);
        assertThat(costOf(byKey, CompleteInstance.now())).isEqualTo(1);
        assertThatNothingElseHasRun();
    }

    @Test
    @DisplayName(
            "perf F: with one home key, loads and saves without hold are one operation, a load from a near copy at most")
    void aFreeCommandIsOneOperation() {
        InstanceKey key = InstanceKey.random();
        InstanceId id = InstanceId.atHomeOf(key);
        execute(store.createHandle(owner, id), CreateInstance.of(with(List.of(key)), AfterSave.RELEASE));

        assertThat(costOf(store.createHandle(owner, id), LoadInstance.of(LoadMode.authoritative())))
                .isEqualTo(1);
        assertThat(costOf(store.createHandle(owner), LoadInstanceByKey.of(key, LoadMode.authoritative())))
                .isEqualTo(1);
        assertThat(costOf(store.createHandle(owner, id), LoadInstance.of(LoadMode.free())))
                .isLessThanOrEqualTo(1);
        assertThat(costOf(store.createHandle(owner), LoadInstanceByKey.of(key, LoadMode.free())))
                .isLessThanOrEqualTo(1);

        Revision seen = execute(store.createHandle(owner, id), LoadInstance.of(LoadMode.authoritative()))
                .snapshotOrThrow()
                .revision();
        assertThat(costOf(store.createHandle(owner, id), SaveInstance.ifUnchanged(data(), seen)))
                .isEqualTo(1);
        assertThatNothingElseHasRun();
    }

    @Test
    @DisplayName("perf F: further keys cost two rounds, however many they are")
    void furtherKeysCostTwoRounds() {
        InstanceId id = InstanceId.random();
        InstanceHandle handle = store.createHandle(owner, id);

        assertThat(rounds(handle, CreateInstance.of(with(furtherKeys()), AfterSave.KEEP)))
                .containsExactly(FURTHER_KEYS, 1);
        assertThat(rounds(handle, SaveInstance.of(with(furtherKeys()), AfterSave.KEEP)))
                .containsExactly(FURTHER_KEYS, 1);
        assertThat(rounds(handle, CompleteInstance.now())).containsExactly(1, 2 * FURTHER_KEYS);
    }

    /** {@return how many operations were sent in each round} */
    private List<Integer> rounds(InstanceHandle handle, PersistenceCommand<?> command) {
        waves.hold();
        CompletableFuture<?> answer = store.executeAsync(handle, command, PATIENCE);
        List<Integer> rounds = waves.releaseUntil(answer);
        assertThat(answer).isCompleted();
        return rounds;
    }
}
