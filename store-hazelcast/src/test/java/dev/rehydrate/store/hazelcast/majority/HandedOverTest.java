// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.majority;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.tck.ManualTime;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Which store of a member looks at the instances that a merge has noted. */
final class HandedOverTest {

    private static final UUID ONE = new UUID(0, 1);
    private static final UUID OTHER = new UUID(0, 2);

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-03-01T12:00:00Z"));
    private final MergedInstances merged = MergedInstances.of(member(new ConcurrentHashMap<>()));
    private final Map<UUID, CompletableFuture<Void>> first = new LinkedHashMap<>();
    private final List<UUID> second = new ArrayList<>();
    private final Function<UUID, CompletionStage<Void>> firstStore = this::byFirst;

    private static HazelcastInstance member(ConcurrentMap<String, Object> context) {
        return (HazelcastInstance) Proxy.newProxyInstance(
                HandedOverTest.class.getClassLoader(),
                new Class<?>[] {HazelcastInstance.class},
                (proxy, method, arguments) -> context);
    }

    private CompletionStage<Void> byFirst(UUID instance) {
        return first.computeIfAbsent(instance, asked -> new CompletableFuture<>());
    }

    private CompletionStage<Void> bySecond(UUID instance) {
        second.add(instance);
        return CompletableFuture.completedFuture(null);
    }

    /** It may be busy for a minute, or have thousands to look at. */
    @Test
    void whatAStoreHasNotDoneWithWhenItIsClosedIsForTheNextOne() {
        merged.add(firstStore, time);
        merged.merged(List.of(ONE, OTHER));
        time.advance(MergedInstances.QUIET);
        assertThat(first).containsOnlyKeys(ONE, OTHER);
        byFirst(ONE).toCompletableFuture().complete(null);

        merged.remove(firstStore);
        merged.add(this::bySecond, time);
        time.advance(MergedInstances.QUIET);

        assertThat(second).containsExactly(OTHER);
    }

    @Test
    void orForAnotherOneThatIsThere() {
        merged.add(firstStore, time);
        merged.add(this::bySecond, time);
        merged.merged(List.of(ONE));
        time.advance(MergedInstances.QUIET);
        assertThat(second).isEmpty();

        merged.remove(firstStore);
        time.advance(MergedInstances.QUIET);

        assertThat(second).containsExactly(ONE);
    }
}
