// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.owner;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.cluster.Address;
import com.hazelcast.cluster.Cluster;
import com.hazelcast.cluster.Member;
import com.hazelcast.cluster.MembershipEvent;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.tck.ManualTime;
import java.lang.reflect.Proxy;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** How the owners of a member that left are declared expired, if the member that is asked leaves too. */
class MembershipsTest {

    private static final UUID LEFT = new UUID(1, 2);

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-03-01T12:00:00Z"));
    private final Deque<Effect> failures = new ArrayDeque<>();
    private final List<UUID> asked = new ArrayList<>();
    private final Memberships memberships = new Memberships(this::expireAllOf, () -> {}, time);

    private CompletionStage<Integer> expireAllOf(UUID member) {
        asked.add(member);
        return failures.isEmpty()
                ? CompletableFuture.completedFuture(1)
                : CompletableFuture.failedFuture(new StorageException(failures.remove(), "for the test", null));
    }

    private static <T> T fake(Class<T> face, Map<String, Object> answers) {
        return face.cast(Proxy.newProxyInstance(
                MembershipsTest.class.getClassLoader(),
                new Class<?>[] {face},
                (proxy, method, arguments) -> answers.get(method.getName())));
    }

    private void leave() throws UnknownHostException {
        Member member = fake(Member.class, Map.of("getUuid", LEFT, "getAddress", new Address("127.0.0.1", 5701)));
        memberships.memberRemoved(
                new MembershipEvent(fake(Cluster.class, Map.of()), member, MembershipEvent.MEMBER_REMOVED, Set.of()));
    }

    private void pass(int seconds) {
        for (int i = 0; i < seconds; i++) {
            time.advance(Duration.ofSeconds(1));
        }
    }

    @Test
    void whatMayBeUndoneIsDoneAgain() throws UnknownHostException {
        failures.addAll(List.of(Effect.UNKNOWN, Effect.UNKNOWN));

        leave();
        pass(60);

        assertThat(asked).containsExactly(LEFT, LEFT, LEFT);
    }

    @Test
    void whatIsRefusedIsLeftToTheLeases() throws UnknownHostException {
        failures.add(Effect.NONE);

        leave();
        pass(60);

        assertThat(asked).containsExactly(LEFT);
    }

    @Test
    void whatIsNeverAnsweredIsLeftToTheLeases() throws UnknownHostException {
        for (int i = 0; i < 100; i++) {
            failures.add(Effect.UNKNOWN);
        }

        leave();
        pass(60);

        assertThat(asked).hasSize(10);
    }
}
