// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.micrometer;

import dev.rehydrate.host.WorkflowHost;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * The hosts whose instances in memory a gauge counts. A registry keeps the first gauge of a name and its tags and drops every other, so
 * that there is one of these for each registry and tags.
 */
final class WatchedHosts {

    private static final Map<MeterRegistry, Map<Tags, WatchedHosts>> BY_REGISTRY = new WeakHashMap<>();

    /** Hosts that run are kept by their store; those that have stopped are not kept by this. */
    private final Set<WorkflowHost> hosts = Collections.newSetFromMap(new WeakHashMap<>());

    static WatchedHosts in(MeterRegistry registry, Tags tags) {
        synchronized (BY_REGISTRY) {
            return BY_REGISTRY
                    .computeIfAbsent(registry, unknown -> new HashMap<>())
                    .computeIfAbsent(tags, unknown -> new WatchedHosts());
        }
    }

    synchronized void add(WorkflowHost host) {
        hosts.add(host);
    }

    synchronized double instancesInMemory() {
        return hosts.stream().mapToInt(WorkflowHost::instancesInMemory).sum();
    }
}
