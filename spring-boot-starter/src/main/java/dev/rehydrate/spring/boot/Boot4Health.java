// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot;

import dev.rehydrate.store.InstanceStore;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** The health of a store for Spring Boot 4. */
final class Boot4Health extends AbstractHealthIndicator {

    private final InstanceStore store;

    Boot4Health(InstanceStore store) {
        super("the store was not asked for its health");
        this.store = store;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) throws Exception {
        HealthView seen = HealthView.of(store);
        builder.status(seen.status()).withDetails(seen.details());
    }
}
