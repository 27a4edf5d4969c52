// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.store.hazelcast.start.ClusterStart;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A member that only its store knows of ends with it, whatever goes wrong: it would keep the process alive, and its partitions. */
final class OwnedMemberTest {

    private final HazelcastStoreOptions options = HazelcastStoreOptions.builder()
            .clusterName("test-" + UUID.randomUUID())
            .port(0)
            .shutdownHook(false)
            .build();
    private final HazelcastInstance member = ClusterStart.of(options);

    @AfterEach
    void terminate() {
        member.getLifecycleService().terminate();
    }

    @Test
    void aMemberEndsWhenItsStartEndsWithAnError() {
        Runnable fails = () -> {
            throw new OutOfMemoryError("Java heap space");
        };

        assertThatThrownBy(() -> HazelcastInstanceStore.owning(member, options, fails, () -> {}))
                .isInstanceOf(OutOfMemoryError.class);

        assertThat(member.getLifecycleService().isRunning()).isFalse();
    }

    @Test
    void aMemberEndsAlsoWhenWhatItDoesAtLastFails() {
        Runnable fails = () -> {
            throw new IllegalStateException("the database is away");
        };
        HazelcastInstanceStore store = HazelcastInstanceStore.owning(member, options, () -> {}, fails);

        assertThatThrownBy(store::close).hasMessageContaining("away");

        assertThat(member.getLifecycleService().isRunning()).isFalse();
    }
}
