// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.engine.Placement;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class PlacementTest {

    @Test
    void membersAndClientsAgreeWhereAnInstanceIsKeptAndOneMemberIsThere() {
        try (TestFarm farm = new TestFarm()) {
            HazelcastInstance first = farm.member(HazelcastStoreOptions.builder());
            HazelcastInstance second = farm.member(HazelcastStoreOptions.builder());
            HazelcastInstance client = farm.client(HazelcastStoreOptions.builder());
            try (InstanceStore one = HazelcastInstanceStore.open(first, StoreOptions.defaults());
                    InstanceStore two = HazelcastInstanceStore.open(second, StoreOptions.defaults());
                    InstanceStore outside = HazelcastInstanceStore.open(client, StoreOptions.defaults())) {
                for (int i = 0; i < 20; i++) {
                    InstanceId id = InstanceId.random();
                    Awaitility.await().untilAsserted(() -> assertPlaced(id, one, two, outside));
                }
            }
        }
    }

    private static void assertPlaced(InstanceId id, InstanceStore one, InstanceStore two, InstanceStore outside) {
        Placement seenByOne = one.placementOf(id).orElseThrow();
        Placement seenByTwo = two.placementOf(id).orElseThrow();
        Placement seenOutside = outside.placementOf(id).orElseThrow();
        assertThat(Stream.of(seenByOne, seenByTwo, seenOutside)
                        .map(Placement::member)
                        .distinct())
                .hasSize(1);
        assertThat(seenByOne.here()).isNotEqualTo(seenByTwo.here());
        assertThat(seenOutside.here()).isFalse();
    }

    @Test
    void storeThatIsClosedKnowsNothing() {
        try (TestFarm farm = new TestFarm()) {
            InstanceStore store =
                    HazelcastInstanceStore.open(farm.member(HazelcastStoreOptions.builder()), StoreOptions.defaults());
            store.close();
            assertThat(store.placementOf(InstanceId.random())).isEqualTo(Optional.empty());
        }
    }
}
