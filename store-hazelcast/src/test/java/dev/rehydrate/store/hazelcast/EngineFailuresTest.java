// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.hazelcast.client.HazelcastClientNotActiveException;
import com.hazelcast.client.HazelcastClientOfflineException;
import com.hazelcast.cluster.Address;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.core.HazelcastOverloadException;
import com.hazelcast.core.IndeterminateOperationStateException;
import com.hazelcast.core.MemberLeftException;
import com.hazelcast.core.OperationTimeoutException;
import com.hazelcast.map.IMap;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import com.hazelcast.partition.NoDataMemberInClusterException;
import com.hazelcast.spi.exception.PartitionMigratingException;
import com.hazelcast.spi.exception.RetryableHazelcastException;
import com.hazelcast.spi.exception.TargetDisconnectedException;
import com.hazelcast.spi.exception.TargetNotMemberException;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionException;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.LoadRunnable;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.DropClaim;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreHealth.Status;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.call.AsyncCalls;
import dev.rehydrate.store.hazelcast.call.StoreThreads;
import dev.rehydrate.store.hazelcast.engine.ClusterAccess;
import dev.rehydrate.store.hazelcast.engine.ClusterCondition;
import dev.rehydrate.store.hazelcast.engine.HazelcastEngine;
import dev.rehydrate.store.hazelcast.engine.SlotAccess;
import dev.rehydrate.store.hazelcast.engine.UnreadRows;
import dev.rehydrate.store.hazelcast.partition.ClusterClock;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.store.hazelcast.stored.NearCopies;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** However Hazelcast fails, what a caller sees is of the sealed family and says whether the command took effect. */
class EngineFailuresTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final TestFarm FARM = new TestFarm();
    private static final HazelcastInstance MEMBER = FARM.member(HazelcastStoreOptions.builder());
    private static final SlotAddress AT = SlotAddress.of(new InstanceId(3, 4));
    private static final OwnerId OWNER = new OwnerId(1, 2);

    private final FaultyHazelcast faulty = new FaultyHazelcast();

    @AfterAll
    static void stop() {
        FARM.close();
    }

    private static Stream<RuntimeException> certain() {
        return Stream.of(
                new SplitBrainProtectionException("no majority"),
                new HazelcastClientOfflineException(),
                new HazelcastOverloadException("too much"),
                new NoDataMemberInClusterException("none"));
    }

    private static Stream<RuntimeException> uncertain() throws Exception {
        Address address = new Address("127.0.0.1", 1);
        return Stream.of(
                new TargetDisconnectedException("gone"),
                new TargetNotMemberException("left"),
                new HazelcastException(new MemberLeftException("left")),
                new PartitionMigratingException(address, 1, "op", "service"),
                new RetryableHazelcastException("again"),
                new OperationTimeoutException("late"),
                new IndeterminateOperationStateException("in doubt"),
                new HazelcastInstanceNotActiveException("stopped"),
                new HazelcastClientNotActiveException("stopped"),
                new HazelcastSerializationException("unreadable"),
                new HazelcastException("anything"),
                new RejectedExecutionException("full"),
                new ClassCastException("other"),
                new IllegalStateException("other"));
    }

    static Stream<Arguments> failures() throws Exception {
        return Stream.concat(
                certain().map(failure -> Arguments.of(failure, Effect.NONE)),
                uncertain().map(failure -> Arguments.of(failure, Effect.UNKNOWN)));
    }

    private HazelcastEngine engine() {
        StoreThreads threads = new StoreThreads();
        HazelcastInstance hazelcast = faulty.around(MEMBER);
        ClusterAccess access = new ClusterAccess(hazelcast, threads, ClusterCondition.of(hazelcast, threads));
        TimeSource time = TimeSource.system();
        return new HazelcastEngine(access, time, NearCopies.none(time), threads::close);
    }

    private static Stream<CompletionStage<?>> everyCallOf(HazelcastEngine engine) {
        OwnerRecord owner = new OwnerRecord(OWNER, OwnerDescription.anonymous(), Duration.ofSeconds(30), 1);
        return Stream.of(
                engine.apply(AT, new InspectSlot(Set.of())),
                engine.readNearest(AT, ValueSelection.all()),
                engine.scan(new SlotScan.Occupied(Duration.ZERO), 1),
                engine.nextDue("documents", Instant.EPOCH),
                engine.query(InstanceQuery.builder().build()),
                engine.addOwner(owner),
                engine.beat(OWNER, 2),
                engine.expireOwner(OWNER),
                engine.removeOwner(OWNER),
                engine.owners(),
                engine.healthIssues());
    }

    private static void assertFailsAsPromised(HazelcastEngine engine) {
        assertThat(everyCallOf(engine))
                .allSatisfy(stage -> assertThat(
                                catchThrowable(() -> stage.toCompletableFuture().get(10, TimeUnit.SECONDS))
                                        .getCause())
                        .isInstanceOf(StorageException.class));
        assertThat(engine.facts().members()).isZero();
        assertThat(engine.placementOf(AT)).isEmpty();
        assertThatCode(() -> engine.announce(new Announcement.MayRun(Instant.EPOCH)))
                .doesNotThrowAnyException();
        assertThatCode(engine::now).doesNotThrowAnyException();
        assertThatCode(engine::close).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void anEngineFailsInOneWayOnly(RuntimeException failure) {
        HazelcastEngine engine = engine();

        faulty.failAtOnce(failure);

        assertFailsAsPromised(engine);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void anEngineFailsInOneWayOnlyAfterACallWasSent(RuntimeException failure) {
        HazelcastEngine engine = engine();

        faulty.failLater(failure);

        assertFailsAsPromised(engine);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aCommandThatWasNotSentHadNoEffect(RuntimeException failure) {
        assertCommandsFail(() -> faulty.failAtOnce(failure), Effect.NONE);
    }

    /** Memory can be short for what shall receive the answer, when the operation is under way. */
    @Test
    void anOperationThatMetAnErrorMayHaveBeenDone() {
        StoreThreads threads = new StoreThreads();
        TimeSource time = TimeSource.system();
        IMap<UUID, StoredSlot> slots = MEMBER.getMap(MapNames.SLOTS);
        SlotAccess access = new SlotAccess(
                (at, operation, receiver) -> {
                    throw new OutOfMemoryError("no memory");
                },
                NearCopies.none(time),
                ClusterClock.of(MEMBER, time),
                new UnreadRows(MEMBER, slots, new AsyncCalls(threads)));

        assertThat(access.apply(AT, new DropClaim(new InstanceId(5, 6), 1)))
                .failsWithin(TIMEOUT)
                .withThrowableThat()
                .havingCause()
                .isInstanceOfSatisfying(
                        StorageException.class,
                        failure -> assertThat(failure.effect()).isEqualTo(Effect.UNKNOWN));
        threads.close();
    }

    /** As when memory is short for a moment. */
    @Test
    void aQuestionForHealthThatMetAnErrorDoesNotEndTheNextOne() {
        StoreThreads threads = new StoreThreads();
        ClusterCondition condition = ClusterCondition.of(faulty.around(MEMBER), threads);
        faulty.failAtOnce(new OutOfMemoryError("no memory"));
        assertThat(condition.healthIssues())
                .failsWithin(TIMEOUT)
                .withThrowableThat()
                .withMessageContaining("no memory");

        faulty.failNoMore();

        assertThat(condition.healthIssues()).succeedsWithin(TIMEOUT).isEqualTo(List.of());
        threads.close();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aCommandThatWasSentMayHaveHadAnEffectUnlessItWasRefused(RuntimeException failure, Effect effect) {
        assertCommandsFail(() -> faulty.failLater(failure), effect);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aStoreThatCannotBeOpenedSaysSo(RuntimeException failure) {
        HazelcastInstance hazelcast = faulty.around(MEMBER);
        faulty.failAtOnce(failure);

        assertThatThrownBy(() -> HazelcastInstanceStore.open(hazelcast, StoreOptions.defaults()))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("no store could be opened on '" + MEMBER.getName() + "', nothing was changed: ")
                .hasCause(failure);
    }

    private void assertCommandsFail(Runnable fault, Effect ofChanges) {
        try (InstanceStore store = HazelcastInstanceStore.open(faulty.around(MEMBER), StoreOptions.defaults())) {
            OwnerId owner =
                    store.execute(store.createHandle(), new CreateOwner(OwnerDescription.ofType("documents")), TIMEOUT);

            fault.run();

            Stream.<PersistenceCommand<?>>of(
                            CreateInstance.of(InstanceChanges.data(Map.of("n", 1)), AfterSave.RELEASE),
                            LoadInstance.of(LoadMode.hold()))
                    .forEach(change ->
                            assertThat(failureOf(store, owner, change).effect()).isEqualTo(ofChanges));
            Stream.<PersistenceCommand<?>>of(
                            LoadInstance.of(LoadMode.free()),
                            LoadInstanceByKey.of(new InstanceKey(5, 6), LoadMode.free()),
                            LoadRunnable.now(),
                            new QueryInstances(InstanceQuery.builder().build()))
                    .forEach(look ->
                            assertThat(failureOf(store, owner, look).effect()).isEqualTo(Effect.NONE));
            assertThat(store.health().orTimeout(10, TimeUnit.SECONDS).join().status())
                    .isEqualTo(Status.DOWN);
            assertThat(store.facts().engine().members()).isZero();
        }
    }

    private static InstanceStoreException failureOf(InstanceStore store, OwnerId owner, PersistenceCommand<?> command) {
        boolean bound = command instanceof CreateInstance || command instanceof LoadInstance;
        Throwable failure = catchThrowable(() -> store.execute(
                bound ? store.createHandle(owner, InstanceId.random()) : store.createHandle(owner), command, TIMEOUT));
        assertThat(failure).as(command.toString()).isInstanceOf(InstanceStoreException.class);
        return (InstanceStoreException) failure;
    }
}
