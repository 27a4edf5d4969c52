// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot;

import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.store.InstanceStore;
import java.util.List;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;

/**
 * Opens the store that {@code application.yaml} names or that is on the class path, and starts a host if there is a bean of type
 * {@link WorkflowDefinition}. Each steps back where the application has a bean of its type.
 *
 * <p>At the end of the application the host is stopped after the web server, and the store is closed after the host.
 */
@AutoConfiguration(
        after = RehydrateMetersAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
        })
public class RehydrateAutoConfiguration {

    /** Called by Spring. */
    public RehydrateAutoConfiguration() {}

    @Bean
    RehydrateSettings rehydrateSettings(ApplicationContext context) {
        return RehydrateSettings.of(context.getEnvironment(), context.getClassLoader());
    }

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    InstanceStore instanceStore(RehydrateSettings settings, ApplicationContext context) {
        return new StoreStart(settings, context).open();
    }

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    @ConditionalOnBean(WorkflowDefinition.class)
    WorkflowHost workflowHost(RehydrateSettings settings, InstanceStore store, ApplicationContext context) {
        return new HostStart(settings, context, context.getEnvironment()).start(store);
    }

    @Bean
    @ConditionalOnBean(WorkflowHost.class)
    HostLifecycle rehydrateHostLifecycle(List<WorkflowHost> hosts) {
        return new HostLifecycle(hosts);
    }
}
