// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.store.hazelcast.call.StoreThreads;
import dev.rehydrate.store.hazelcast.engine.ClusterCondition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Callers look for their answers")
class CallersLookTest {

    private final StoreThreads threads = new StoreThreads();

    @Test
    void onAMemberForAsLongAsThereIsNoOther() {
        try (TestFarm farm = new TestFarm()) {
            HazelcastInstance first = farm.member(HazelcastStoreOptions.builder());
            ClusterCondition condition = ClusterCondition.of(first, threads);
            assertThat(condition.isAloneHere()).isTrue();

            HazelcastInstance second = farm.member(HazelcastStoreOptions.builder());
            Awaitility.await().until(() -> !condition.isAloneHere());
            second.shutdown();

            Awaitility.await().until(condition::isAloneHere);
        } finally {
            threads.close();
        }
    }

    @Test
    void notThroughAClient() {
        try (TestFarm farm = new TestFarm()) {
            farm.member(HazelcastStoreOptions.builder());
            HazelcastInstance client = farm.client(HazelcastStoreOptions.builder());

            assertThat(ClusterCondition.of(client, threads).isAloneHere()).isFalse();
        } finally {
            threads.close();
        }
    }
}
