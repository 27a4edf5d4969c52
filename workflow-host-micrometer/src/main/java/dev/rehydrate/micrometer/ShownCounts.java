// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.micrometer;

import dev.rehydrate.time.TimeSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What the gauges of a farm in one registry show. A registry keeps the first gauge of a name, so all that are started on it one after the other,
 * as when a store is opened anew, have to be behind the same gauges. Refers to no store, which may be closed.
 */
final class ShownCounts {

    private static final Map<MeterRegistry, Map<Tags, ShownCounts>> BY_REGISTRY = new WeakHashMap<>();

    private volatile @Nullable FarmCounts counts;
    private volatile @Nullable TimeSource time;

    static ShownCounts in(MeterRegistry registry, Tags tags) {
        synchronized (BY_REGISTRY) {
            return BY_REGISTRY
                    .computeIfAbsent(registry, unknown -> new HashMap<>())
                    .computeIfAbsent(tags, unknown -> new ShownCounts());
        }
    }

    /** Nothing is known before the first count. */
    void begin(TimeSource of) {
        counts = null;
        time = of;
    }

    void show(FarmCounts counted) {
        counts = counted;
    }

    /** What is not known must not look like zero. */
    double figure(Object of) {
        FarmCounts counted = counts;
        return counted == null ? Double.NaN : counted.figure(of);
    }

    double age() {
        FarmCounts counted = counts;
        TimeSource clock = time;
        return counted == null || clock == null ? Double.NaN : (clock.nanoTime() - counted.countedAt()) / 1e9;
    }
}
