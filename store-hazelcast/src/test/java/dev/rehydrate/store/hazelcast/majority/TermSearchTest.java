// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.majority;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.store.hazelcast.Durability;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.hazelcast.drill.FreePorts;
import dev.rehydrate.store.hazelcast.start.ClusterConfig;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** How a member searches for a term that can set no timer, as when memory is short. */
final class TermSearchTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @Test
    void aSearchWithoutATimerEstablishesATermAndTheNextOneHasATimerAgain() {
        Config config = ClusterConfig.member(HazelcastStoreOptions.builder()
                        .clusterName("search-" + UUID.randomUUID())
                        .port(FreePorts.any())
                        .members(List.of())
                        .durability(Durability.PROTECTED)
                        .farmSize(3)
                        .build())
                .setProperty("hazelcast.partition.count", "13")
                .setProperty("hazelcast.shutdownhook.enabled", "false");
        HazelcastInstance member = Hazelcast.newHazelcastInstance(config);
        try {
            Queue<Boolean> timers = new ConcurrentLinkedQueue<>(List.of(false));
            Queue<Runnable> planned = new ConcurrentLinkedQueue<>();
            FarmTerms terms = new FarmTerms(FarmTerms.of(member).engine(), 1, task -> {
                if (timers.poll() != null) {
                    throw new InternalError("unable to create native thread, on purpose");
                }
                planned.add(task);
            });

            terms.seek();
            Awaitility.await("a term").atMost(PATIENCE).until(() -> terms.current() > 0);
            assertThat(timers).isEmpty();
            assertThat(planned).isEmpty();

            assertThat(terms.state().vote(terms.current() + 1).granted()).isTrue();
            Awaitility.await("a later term").atMost(PATIENCE).until(() -> {
                terms.seek();
                return terms.current() > 0;
            });
            assertThat(planned).hasSize(1);
        } finally {
            member.getLifecycleService().terminate();
        }
    }
}
