// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot;

import dev.rehydrate.store.InstanceStore;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Shows the health of the store as {@code rehydrate} among the health of the application, if it has the actuator. Of several stores
 * of the application, it is the one that is {@code @Primary}.
 */
@AutoConfiguration(after = RehydrateAutoConfiguration.class)
@ConditionalOnSingleCandidate(InstanceStore.class)
public class RehydrateHealthAutoConfiguration {

    private static final String BEAN = "rehydrateHealthIndicator";

    /** Called by Spring. */
    public RehydrateHealthAutoConfiguration() {}

    /** Spring Boot 3.5. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(org.springframework.boot.actuate.health.HealthIndicator.class)
    @org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator("rehydrate")
    static class OfBoot3 {

        @Bean(BEAN)
        @ConditionalOnMissingBean(name = BEAN)
        Boot3Health indicator(InstanceStore store) {
            return new Boot3Health(store);
        }
    }

    /** Spring Boot 4, whose health has moved to packages of its own. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(org.springframework.boot.health.contributor.HealthIndicator.class)
    @org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator("rehydrate")
    static class OfBoot4 {

        @Bean(BEAN)
        @ConditionalOnMissingBean(name = BEAN)
        Boot4Health indicator(InstanceStore store) {
            return new Boot4Health(store);
        }
    }
}
