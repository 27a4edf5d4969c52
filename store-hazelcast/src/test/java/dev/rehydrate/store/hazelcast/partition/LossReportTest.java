// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.partition;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.partition.PartitionLostListener;
import com.hazelcast.partition.PartitionService;
import dev.rehydrate.store.hazelcast.ShortOfTimers;
import dev.rehydrate.tck.ManualTime;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class LossReportTest {

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final List<PartitionLostListener> listeners = new ArrayList<>();

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(LossReportTest.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** Knows only who listens for losses. */
    private HazelcastInstance member() {
        PartitionService partitions = proxy(PartitionService.class, (proxy, method, arguments) -> {
            if ("addPartitionLostListener".equals(method.getName())) {
                listeners.add((PartitionLostListener) arguments[0]);
            }
            return method.getReturnType() == boolean.class ? (Object) true : new UUID(1, 1);
        });
        return proxy(
                HazelcastInstance.class,
                (proxy, method, arguments) -> "getPartitionService".equals(method.getName()) ? partitions : null);
    }

    /** The store is opened all the same, and the next loss is told. */
    @Test
    void aLookThatCannotBePlannedIsPlannedWithTheNextLoss() {
        List<Runnable> looks = new ArrayList<>();
        try (LossReport report = new LossReport(member(), looks::add, ShortOfTimers.of(time, new AtomicInteger(1)))) {
            time.advance(Duration.ofSeconds(1));
            assertThat(looks).isEmpty();

            listeners.forEach(listener -> listener.partitionLost(null));
            time.advance(Duration.ofSeconds(1));

            assertThat(looks).hasSize(1);
            assertThat(report.marks()).isNotNull();
        }
    }
}
