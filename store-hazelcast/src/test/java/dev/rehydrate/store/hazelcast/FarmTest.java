// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.cluster.ClusterState;
import com.hazelcast.config.Config;
import com.hazelcast.config.TcpIpConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.spi.exception.RetryableHazelcastException;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionException;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadRunnable;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.outcome.RunnableOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.drill.FreePorts;
import dev.rehydrate.store.hazelcast.slot.DecideInSlot;
import dev.rehydrate.store.hazelcast.start.ClusterConfig;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractMap.SimpleEntry;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class FarmTest {

    private static final Duration PATIENCE = TestFarm.PATIENCE;
    private static final UUID KEY = new UUID(1, 2);

    private static HazelcastStoreOptionsBuilder protectedFarm() {
        return HazelcastStoreOptions.builder().durability(Durability.PROTECTED);
    }

    private static Object read(HazelcastInstance member) {
        return member.getMap(MapNames.SLOTS).get(KEY);
    }

    private static void awaitAnswer(HazelcastInstance member) {
        Awaitility.await()
                .ignoreExceptionsInstanceOf(SplitBrainProtectionException.class)
                .until(() -> read(member) == null);
    }

    private static void awaitRefusal(HazelcastInstance member) {
        Awaitility.await()
                .untilAsserted(
                        () -> assertThatThrownBy(() -> read(member)).isInstanceOf(SplitBrainProtectionException.class));
    }

    @Test
    void aProtectedFarmAnswersWhileItHasAMajorityAndNoMoreMembersThanItSays() {
        try (TestFarm farm = new TestFarm()) {
            HazelcastInstance first = farm.member(protectedFarm());
            assertThatThrownBy(() -> read(first)).isInstanceOf(SplitBrainProtectionException.class);

            HazelcastInstance second = farm.member(protectedFarm());
            awaitAnswer(first);
            farm.member(protectedFarm());
            awaitAnswer(second);

            HazelcastInstance tooMany = farm.member(protectedFarm());
            awaitRefusal(first);
            awaitRefusal(tooMany);

            tooMany.getLifecycleService().terminate();
            awaitAnswer(first);
            second.getLifecycleService().terminate();
            awaitAnswer(first);
        }
    }

    @Test
    void theFirstMemberOfAProtectedFarmOpensAStoreAndAnswersWhenThereIsAMajority() {
        try (TestFarm farm = new TestFarm()) {
            HazelcastInstance first = farm.member(protectedFarm());
            try (InstanceStore store = HazelcastInstanceStore.open(first, StoreOptions.defaults())) {
                assertThatThrownBy(() -> runnable(store)).isInstanceOf(StoreUnavailableException.class);

                farm.member(protectedFarm());

                Awaitility.await()
                        .ignoreExceptionsInstanceOf(StoreUnavailableException.class)
                        .until(() -> runnable(store).loaded().isPresent());
            }
        }
    }

    /** Creates an instance that wants to run, and loads it as such. */
    private static RunnableOutcome runnable(InstanceStore store) {
        OwnerId owner = owner(store);
        InstanceChanges<InstanceValue> due = InstanceChanges.builder()
                .replaceData(Map.of("number", InstanceValue.of(1)))
                .dueAfter(Duration.ZERO)
                .build();
        InstanceHandle instance = store.createHandle(owner, InstanceId.random());
        store.execute(instance, CreateInstance.of(due, AfterSave.RELEASE), PATIENCE)
                .receiptOrThrow();
        return store.execute(store.createHandle(owner), LoadRunnable.now(), PATIENCE);
    }

    @Test
    void whatTheOwnersOfAMemberThatCrashedHoldIsOfferedToWhoeverComesLater() {
        try (TestFarm farm = new TestFarm()) {
            HazelcastInstance survivor = farm.member(HazelcastStoreOptions.builder());
            HazelcastInstance doomed = farm.member(HazelcastStoreOptions.builder());
            InstanceStore witness = HazelcastInstanceStore.open(survivor, StoreOptions.defaults());
            InstanceStore lost = HazelcastInstanceStore.open(doomed, StoreOptions.defaults());
            hold(lost, InstanceId.random());

            doomed.getLifecycleService().terminate();
            Awaitility.await()
                    .atMost(TestFarm.PATIENCE)
                    .until(() -> survivor.getCluster().getMembers().size() == 1);

            // A busy machine must not let this one expire, too.
            StoreOptions soon = StoreOptions.defaults().withLease(Duration.ofSeconds(5));
            try (InstanceStore later = HazelcastInstanceStore.open(survivor, soon)) {
                OwnerId owner = owner(later);
                Awaitility.await()
                        .atMost(TestFarm.PATIENCE)
                        .until(() -> later.execute(later.createHandle(owner), LoadRunnable.now(), PATIENCE)
                                .loaded()
                                .isPresent());
            }
            witness.close();
        }
    }

    private static OwnerId owner(InstanceStore store) {
        return store.execute(store.createHandle(), new CreateOwner(OwnerDescription.ofType("farm")), PATIENCE);
    }

    private static void hold(InstanceStore store, InstanceId id) {
        InstanceChanges<InstanceValue> data = InstanceChanges.builder()
                .replaceData(Map.of("number", InstanceValue.of(1)))
                .build();
        store.execute(store.createHandle(owner(store), id), CreateInstance.of(data, AfterSave.KEEP), PATIENCE)
                .receiptOrThrow();
    }

    @Test
    void aMemberDecidesNothingFromTheMomentOnAtWhichItSeesTooFewOthers() {
        try (TestFarm farm = new TestFarm()) {
            HazelcastInstance first = farm.member(protectedFarm());
            DecideInSlot look = new DecideInSlot(new InspectSlot(Set.of()));
            look.setHazelcastInstance(first);
            Map.Entry<UUID, StoredSlot> slot = new SimpleEntry<>(KEY, null);
            assertThatThrownBy(() -> look.process(slot)).isInstanceOf(SplitBrainProtectionException.class);

            HazelcastInstance second = farm.member(protectedFarm());
            Awaitility.await("a term of the two")
                    .ignoreExceptionsInstanceOf(RetryableHazelcastException.class)
                    .until(() -> look.process(slot) != null);

            second.getLifecycleService().terminate();
            Awaitility.await()
                    .atMost(TestFarm.PATIENCE)
                    .until(() -> first.getCluster().getMembers().size() == 1);
            assertThatThrownBy(() -> look.process(slot)).isInstanceOf(SplitBrainProtectionException.class);
        }
    }

    @Test
    void protectedMembersAndClientsHideNoDoubt() {
        Config member = ClusterConfig.member(protectedFarm().build());
        ClientConfig client = ClusterConfig.client(protectedFarm().build());

        assertThat(member.getProperty("hazelcast.operation.fail.on.indeterminate.state"))
                .isEqualTo("true");
        assertThat(client.getProperty("hazelcast.client.operation.fail.on.indeterminate.state"))
                .isEqualTo("true");
        assertThat(member.getMapConfig(MapNames.SLOTS).getBackupCount()).isEqualTo(2);
        assertThat(member.getMapConfig(MapNames.OWNERS).getBackupCount()).isEqualTo(2);
        assertThat(member.getMapConfig(MapNames.SLOTS).getAsyncBackupCount()).isZero();
    }

    @Test
    void aStoreTellsWhichMembersItSeesAndOthersCanBeToldOf() {
        HazelcastStoreOptionsBuilder settings =
                HazelcastStoreOptions.builder().clusterName("test-" + UUID.randomUUID());
        try (HazelcastInstanceStore first = HazelcastInstanceStore.startMember(
                settings.port(FreePorts.any()).members(List.of()).build())) {
            List<String> alone = first.members();
            try (HazelcastInstanceStore second =
                    HazelcastInstanceStore.startMember(settings.members(alone).build())) {
                assertThat(second.members()).hasSize(2).startsWith(alone.toArray(String[]::new));
                Awaitility.await().until(() -> first.members().equals(second.members()));
            }
            Awaitility.await().until(() -> first.members().equals(alone));
        }
    }

    @Test
    void aStoreThatCannotBeOpenedLeavesNoMemberBehind() {
        String name = "test-" + UUID.randomUUID();
        HazelcastStoreOptions broken = HazelcastStoreOptions.builder()
                .clusterName(name)
                .port(0)
                .decorator(engine -> {
                    throw new IllegalStateException("on purpose");
                })
                .build();

        assertThatThrownBy(() -> HazelcastInstanceStore.start(broken))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nothing was changed")
                .hasRootCauseMessage("on purpose");

        assertThat(Hazelcast.getAllHazelcastInstances())
                .noneMatch(member -> member.getConfig().getClusterName().equals(name));
    }

    @Test
    void twoHalvesBecomeOneClusterAndTheSlotsOfBothAreRead() {
        try (TestFarm one = new TestFarm();
                TestFarm other = new TestFarm()) {
            HazelcastInstance left = one.member(HazelcastStoreOptions.builder(), TestFarm::mergeSoon);
            one.member(HazelcastStoreOptions.builder(), TestFarm::mergeSoon);
            HazelcastInstance right = other.member(HazelcastStoreOptions.builder(), TestFarm::mergeSoon);
            left.getMap(MapNames.SLOTS).set(new UUID(0, 1), slot(1));
            right.getMap(MapNames.SLOTS).set(new UUID(0, 2), slot(2));

            introduce(left, other.addresses());
            introduce(right, one.addresses());
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> left.getCluster().getMembers().size() == 3
                            && right.getMap(MapNames.SLOTS).size() == 2);

            assertThat(claim(right, 1)).isEqualTo(slot(1).slot().claim());
            assertThat(claim(left, 2)).isEqualTo(slot(2).slot().claim());
        }
    }

    /** The list is read again whenever a member looks for other halves. */
    private static void introduce(HazelcastInstance member, List<String> addresses) {
        TcpIpConfig known = member.getConfig().getNetworkConfig().getJoin().getTcpIpConfig();
        addresses.forEach(known::addMember);
    }

    private static StoredSlot slot(long low) {
        KeyClaim claim = new KeyClaim(new InstanceId(7, low), low);
        return new StoredSlot(new Slot(null, claim, 0, CommandHistory.EMPTY, null, Instant.EPOCH, null));
    }

    private static KeyClaim claim(HazelcastInstance member, long low) {
        StoredSlot stored = (StoredSlot) member.getMap(MapNames.SLOTS).get(new UUID(0, low));
        return stored.slot().claim();
    }

    /** As several members do before they go over to the greater part of a farm that was split. */
    @Test
    void membersCanStandStillTogether() {
        try (TestFarm farm = new TestFarm()) {
            HazelcastInstance first = farm.member(HazelcastStoreOptions.builder());
            HazelcastInstance second = farm.member(HazelcastStoreOptions.builder());

            first.getCluster().changeClusterState(ClusterState.FROZEN);

            assertThat(second.getCluster().getClusterState()).isEqualTo(ClusterState.FROZEN);
            first.getCluster().changeClusterState(ClusterState.ACTIVE);
        }
    }
}
