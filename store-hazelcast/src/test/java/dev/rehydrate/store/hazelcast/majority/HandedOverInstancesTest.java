// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.majority;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.store.hazelcast.ShortOfTimers;
import dev.rehydrate.tck.ManualTime;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What was merged is looked at, also after a moment in which no timer could be set. */
final class HandedOverInstancesTest {

    private static final UUID FIRST = new UUID(1, 1);
    private static final UUID SECOND = new UUID(1, 2);

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final AtomicInteger failures = new AtomicInteger();
    private final List<UUID> handedOver = new ArrayList<>();
    private final MergedInstances merged = MergedInstances.of(member());

    /** Only its context is asked for. */
    private static HazelcastInstance member() {
        ConcurrentHashMap<String, Object> context = new ConcurrentHashMap<>();
        return (HazelcastInstance) Proxy.newProxyInstance(
                HandedOverInstancesTest.class.getClassLoader(),
                new Class<?>[] {HazelcastInstance.class},
                (proxy, method, arguments) -> context);
    }

    @BeforeEach
    void open() {
        merged.add(
                instance -> {
                    handedOver.add(instance);
                    return CompletableFuture.completedFuture(null);
                },
                ShortOfTimers.of(time, failures));
    }

    @Test
    void theNextMergePlansWhatTheFirstCouldNot() {
        failures.set(1);
        merged.merged(List.of(FIRST));
        time.advance(MergedInstances.QUIET);
        assertThat(handedOver).isEmpty();

        merged.merged(List.of(SECOND));
        time.advance(MergedInstances.QUIET);

        assertThat(handedOver).containsExactly(FIRST, SECOND);
    }

    @Test
    void theNextMergePlansWhatCouldNotBePutOff() {
        merged.merged(List.of(FIRST));
        time.advance(Duration.ofSeconds(1));
        merged.merged(List.of(SECOND));
        failures.set(1);
        time.advance(MergedInstances.QUIET);
        assertThat(handedOver).isEmpty();

        merged.merged(List.of(FIRST));
        time.advance(MergedInstances.QUIET);

        assertThat(handedOver).containsExactly(FIRST, SECOND);
    }
}
