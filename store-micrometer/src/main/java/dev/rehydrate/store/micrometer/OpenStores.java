// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.micrometer;

import dev.rehydrate.store.StoreFacts;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * The stores that are open and listened to, for gauges. A registry keeps the first gauge of a name and its tags and drops every other, so
 * that there is one of these for each registry and tags.
 */
final class OpenStores {

    private static final Map<MeterRegistry, Map<Tags, OpenStores>> BY_REGISTRY = new WeakHashMap<>();

    private final Set<Supplier<StoreFacts>> open = ConcurrentHashMap.newKeySet();

    static OpenStores in(MeterRegistry registry, Tags tags) {
        synchronized (BY_REGISTRY) {
            return BY_REGISTRY
                    .computeIfAbsent(registry, unknown -> new HashMap<>())
                    .computeIfAbsent(tags, unknown -> new OpenStores());
        }
    }

    void add(Supplier<StoreFacts> facts) {
        open.add(facts);
    }

    void remove(Supplier<StoreFacts> facts) {
        open.remove(facts);
    }

    double sum(ToIntFunction<StoreFacts> figure) {
        return open.stream().mapToInt(facts -> figure.applyAsInt(facts.get())).sum();
    }

    /** Of what all stores of a process see the same. */
    double most(ToIntFunction<StoreFacts> figure) {
        return open.stream()
                .mapToInt(facts -> figure.applyAsInt(facts.get()))
                .max()
                .orElse(0);
    }
}
