// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot;

import dev.rehydrate.store.micrometer.StoreMeters;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Measures the store if {@code rehydrate-store-micrometer} is on the class path and the application has a registry. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnClass({StoreMeters.class, MeterRegistry.class})
public class RehydrateMetersAutoConfiguration {

    /** Called by Spring. */
    public RehydrateMetersAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBean(MeterRegistry.class)
    StoreMeters storeMeters(MeterRegistry registry) {
        return StoreMeters.on(registry);
    }
}
