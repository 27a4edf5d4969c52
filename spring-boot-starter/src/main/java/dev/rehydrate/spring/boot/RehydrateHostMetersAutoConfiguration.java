// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot;

import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.micrometer.HostMeters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Measures the host, and observes its turns, if {@code rehydrate-workflow-host-micrometer} is on the class path and the application has
 * a registry. It steps back where the application has {@link HostMeters} of its own.
 */
@AutoConfiguration(
        after = RehydrateAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnClass({HostMeters.class, MeterRegistry.class})
@ConditionalOnBean({MeterRegistry.class, WorkflowHost.class})
@ConditionalOnMissingBean(HostMeters.class)
public class RehydrateHostMetersAutoConfiguration {

    /** Called by Spring. */
    public RehydrateHostMetersAutoConfiguration() {}

    @Bean
    HostMeters hostMeters(MeterRegistry registry, ObjectProvider<ObservationRegistry> observations) {
        HostMeters meters = HostMeters.on(registry);
        observations.ifUnique(meters::observing);
        return meters;
    }

    /** The host has the meters as its listener, so that they are there before it, and told of it afterwards. */
    @Bean
    SmartInitializingSingleton rehydrateWatchedHosts(HostMeters meters, ObjectProvider<WorkflowHost> hosts) {
        return () -> hosts.stream().forEach(meters::watch);
    }
}
