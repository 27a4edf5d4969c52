// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.impl.clientside.HazelcastClientProxy;
import com.hazelcast.core.Hazelcast;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions.Mode;
import dev.rehydrate.store.hazelcast.start.ClusterStart;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A start that fails after the member or client is there leaves none behind, whose process it would keep alive. */
class FailedStartTest {

    private final String name = "test-" + UUID.randomUUID();

    /** Is asked twice: before the start and after it. */
    private static final class BreaksAfterTheStart implements TimeSource {

        private final AtomicInteger asked = new AtomicInteger();

        @Override
        public Instant instant() {
            return TimeSource.system().instant();
        }

        @Override
        public long nanoTime() {
            if (asked.getAndIncrement() > 0) {
                throw new InternalError("for the test");
            }
            return 0;
        }

        @Override
        public Cancellable schedule(Duration delay, Runnable task) {
            return TimeSource.system().schedule(delay, task);
        }
    }

    private HazelcastStoreOptionsBuilder settings() {
        return HazelcastStoreOptions.builder().clusterName(name).port(0);
    }

    @Test
    void noMemberIsLeftBehind() {
        HazelcastStoreOptions breaking =
                settings().time(new BreaksAfterTheStart()).build();

        assertThatThrownBy(() -> ClusterStart.of(breaking)).isInstanceOf(InternalError.class);

        assertThat(Hazelcast.getAllHazelcastInstances())
                .noneMatch(member -> member.getConfig().getClusterName().equals(name));
    }

    @Test
    void noClientIsLeftBehind() {
        try (HazelcastInstanceStore member =
                HazelcastInstanceStore.startMember(settings().build())) {
            HazelcastStoreOptions breaking = settings()
                    .mode(Mode.CLIENT)
                    .members(member.members())
                    .time(new BreaksAfterTheStart())
                    .build();

            assertThatThrownBy(() -> ClusterStart.of(breaking)).isInstanceOf(InternalError.class);

            assertThat(HazelcastClient.getAllHazelcastClients())
                    .noneMatch(client -> ((HazelcastClientProxy) client)
                            .getClientConfig()
                            .getClusterName()
                            .equals(name));
        }
    }
}
