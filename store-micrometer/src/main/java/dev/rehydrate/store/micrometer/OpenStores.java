// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.micrometer;

import dev.rehydrate.store.StoreFacts;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/** The stores that are open and listened to, for gauges. */
final class OpenStores {

    private final Set<Supplier<StoreFacts>> open = ConcurrentHashMap.newKeySet();

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
