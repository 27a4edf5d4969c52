// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot;

import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreHealth;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The health of a store in the words of the actuator.
 *
 * @param status {@code UP} or {@code DOWN}: a store that is degraded answers, so a node with it is ready
 * @param details the verdict of the store, and its reasons for people
 */
record HealthView(String status, Map<String, Object> details) {

    /** The store itself answers within two seconds. */
    private static final long PATIENCE_SECONDS = 5;

    static HealthView of(InstanceStore store) throws Exception {
        StoreHealth health = store.health().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("store", health.status().name());
        if (!health.reasons().isEmpty()) {
            details.put("reasons", health.reasons());
        }
        details.put("durability", health.facts().engine().durability());
        details.put("members", health.facts().engine().members());
        return new HealthView(health.status() == StoreHealth.Status.DOWN ? "DOWN" : "UP", details);
    }
}
