// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadRunnable;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.engine.EngineFacts;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreHealth;
import dev.rehydrate.store.StoreHealth.Status;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.drill.FreePorts;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The verdict on stores of a farm that loses its members. */
class HealthTest {

    private static final Duration TIMEOUT = TestFarm.PATIENCE;

    private static StoreHealth look(InstanceStore store) {
        return store.health().orTimeout(1, TimeUnit.MINUTES).join();
    }

    private static void awaitVerdict(InstanceStore store, Status status) {
        Awaitility.await().untilAsserted(() -> assertThat(look(store).status()).isEqualTo(status));
    }

    @Test
    void aFarmIsUpWhenItIsWholeAndDegradedWhenItIsNot() {
        HazelcastStoreOptionsBuilder settings = HazelcastStoreOptions.builder()
                .clusterName("test-" + UUID.randomUUID())
                .farmSize(2);
        try (HazelcastInstanceStore first = HazelcastInstanceStore.startMember(
                settings.port(FreePorts.any()).members(List.of()).build())) {
            assertThat(look(first).reasons()).containsExactly("1 of 2 members are here");
            try (HazelcastInstanceStore second = HazelcastInstanceStore.startMember(
                    settings.members(first.members()).build())) {
                awaitVerdict(first, Status.UP);
                awaitVerdict(second, Status.UP);
                EngineFacts facts = look(first).facts().engine();
                assertThat(facts).isEqualTo(new EngineFacts("memory", 2, 2, 0, facts.heapUsed()));
                assertThat(facts.heapUsed()).isBetween(0, 100);
            }
            awaitVerdict(first, Status.DEGRADED);
        }
    }

    @Test
    void aProtectedFarmStartsOneMemberAfterTheOther() {
        HazelcastStoreOptionsBuilder settings = HazelcastStoreOptions.builder()
                .clusterName("test-" + UUID.randomUUID())
                .durability(Durability.PROTECTED)
                .port(FreePorts.any())
                .members(List.of());
        try (HazelcastInstanceStore first = HazelcastInstanceStore.startMember(settings.build())) {
            StoreHealth alone = look(first);
            assertThat(alone.status()).isEqualTo(Status.DOWN);
            assertThat(alone.reasons()).contains("1 of 3 members are here");
            assertThatThrownBy(() -> register(first)).isInstanceOf(StoreUnavailableException.class);
            try (HazelcastInstanceStore second = HazelcastInstanceStore.startMember(
                    settings.members(first.members()).build())) {
                Awaitility.await()
                        .untilAsserted(
                                () -> assertThat(look(second).reasons()).containsExactly("2 of 3 members are here"));
                InstanceHandle handle = first.createHandle(register(first));
                assertThat(first.execute(handle, LoadRunnable.now(), TIMEOUT).loaded())
                        .isEmpty();
            }
        }
    }

    private static OwnerId register(InstanceStore store) {
        return store.execute(store.createHandle(), new CreateOwner(OwnerDescription.ofType("documents")), TIMEOUT);
    }

    @Test
    void aMinorityOfAProtectedFarmIsDown() {
        HazelcastStoreOptionsBuilder settings = HazelcastStoreOptions.builder().durability(Durability.PROTECTED);
        try (TestFarm farm = new TestFarm()) {
            HazelcastInstance member = farm.majority(settings);
            try (InstanceStore store = HazelcastInstanceStore.open(member, StoreOptions.defaults())) {
                awaitVerdict(store, Status.UP);
                assertThat(store.facts().engine().durability()).isEqualTo("protected");

                farm.loseAllBut(member);

                awaitVerdict(store, Status.DOWN);
                assertThat(look(store).reasons().get(0)).startsWith("the data cannot be reached: ");
            }
        }
    }

    @Test
    void aClientIsUpWithItsFarmAndDownWithoutInTime() {
        try (TestFarm farm = new TestFarm()) {
            HazelcastInstance member = farm.member(HazelcastStoreOptions.builder());
            HazelcastInstance client = farm.client(HazelcastStoreOptions.builder());
            try (InstanceStore store = HazelcastInstanceStore.open(client, StoreOptions.defaults())) {
                awaitVerdict(store, Status.UP);
                assertThat(look(store).facts().engine()).isEqualTo(new EngineFacts("unknown", 1, 0, 0));

                member.getLifecycleService().terminate();

                awaitVerdict(store, Status.DOWN);
            }
        }
    }

    @Test
    void aStoreOnAStoppedClientIsDownAndCanBeAskedAndClosed() {
        try (TestFarm farm = new TestFarm()) {
            farm.member(HazelcastStoreOptions.builder());
            HazelcastInstance client = farm.client(HazelcastStoreOptions.builder());
            HazelcastInstanceStore store = HazelcastInstanceStore.open(client, StoreOptions.defaults());

            client.shutdown();

            assertThat(look(store).status()).isEqualTo(Status.DOWN);
            assertThat(store.facts().engine().members()).isZero();
            assertThat(store.members()).isEmpty();
            assertThat(store.placementOf(InstanceId.random())).isEmpty();
            store.close();
        }
    }

    @Test
    void aStoreThatIsClosedSaysSo() {
        HazelcastStoreOptionsBuilder settings =
                HazelcastStoreOptions.builder().clusterName("test-" + UUID.randomUUID());
        HazelcastInstanceStore member =
                HazelcastInstanceStore.startMember(settings.port(0).build());
        HazelcastInstanceStore client = HazelcastInstanceStore.start(settings.mode(HazelcastStoreOptions.Mode.CLIENT)
                .members(member.members())
                .build());
        for (HazelcastInstanceStore store : List.of(client, member)) {
            store.close();

            assertThat(look(store).status()).isEqualTo(Status.DOWN);
            assertThat(look(store).reasons()).containsExactly("the store is closed");
            assertThat(store.facts().engine().members()).isZero();
            assertThat(store.members()).isEmpty();
            assertThat(store.placementOf(InstanceId.random())).isEmpty();
        }
    }

    @Test
    void aStoreOnAStoppedMemberIsDown() {
        try (TestFarm farm = new TestFarm()) {
            HazelcastInstance member = farm.member(HazelcastStoreOptions.builder());
            try (InstanceStore store = HazelcastInstanceStore.open(member, StoreOptions.defaults())) {
                assertThat(look(store).facts().engine().durability()).isEqualTo("memory");

                member.getLifecycleService().terminate();

                assertThat(look(store).status()).isEqualTo(Status.DOWN);
                assertThat(store.facts().engine().members()).isZero();
            }
        }
    }
}
