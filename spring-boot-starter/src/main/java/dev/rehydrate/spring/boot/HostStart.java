// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot;

import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.host.HostBuilder;
import dev.rehydrate.host.HostListener;
import dev.rehydrate.host.IdlePolicy;
import dev.rehydrate.host.MessageRouter;
import dev.rehydrate.host.OutboundSink;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.time.TimeSource;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.env.Environment;

/** Starts the host of an application, with the beans that concern it. */
final class HostStart {

    private final RehydrateSettings settings;
    private final BeanFactory beans;
    private final Environment environment;

    HostStart(RehydrateSettings settings, BeanFactory beans, Environment environment) {
        this.settings = settings;
        this.beans = beans;
        this.environment = environment;
    }

    /**
     * Starts it.
     *
     * @param store where its instances are
     * @return the host
     * @throws StartRefusedException if a definition cannot be run on this store, the host type is said twice, or the store does not
     *     register the host
     */
    WorkflowHost start(InstanceStore store) {
        // The store may be a bean of the application, which has asked nothing of the settings.
        settings.requireUsable(List.of());
        HostBuilder host = WorkflowHost.builder(store);
        try {
            beans.getBeanProvider(WorkflowDefinition.class).orderedStream().forEach(host::definition);
            name(host);
            limit(host);
            connect(host);
            beans.getBeanProvider(HostCustomizer.class).orderedStream().forEach(each -> each.customize(host));
            return host.start();
        } catch (IllegalArgumentException unusable) {
            throw new StartRefusedException(
                    "The host cannot be started: " + unusable.getMessage(),
                    "Correct what is named; a host runs each bean of type WorkflowDefinition, and is set up by those of type"
                            + " HostCustomizer.",
                    unusable);
        } catch (InstanceStoreException notRegistered) {
            throw new StartRefusedException(
                    "The host cannot be started: " + notRegistered.getMessage(),
                    "See that the store answers, and start again. With durability: protected, more than half of farm-size members"
                            + " have to run: start several at the same time, and let what starts them try again.",
                    notRegistered);
        }
    }

    private void name(HostBuilder host) {
        String application = environment.getProperty("spring.application.name", "");
        if (!application.isBlank()) {
            host.node(application);
        }
        settings.ifSet(StarterSettings.HOST_NODE, host::node);
        settings.ifSet(StarterSettings.HOST_TYPE, host::hostType);
    }

    private void limit(HostBuilder host) {
        settings.ifSet(StarterSettings.HOST_UNLOAD, time -> host.timeToUnload(time.orElse(IdlePolicy.NEVER)));
        settings.ifSet(StarterSettings.HOST_PERSIST, time -> host.timeToPersist(time.orElse(IdlePolicy.NEVER)));
        settings.ifSet(StarterSettings.HOST_ACKNOWLEDGE, host::acknowledge);
        settings.ifSet(StarterSettings.HOST_STORE_TIMEOUT, host::storeTimeout);
        settings.ifSet(StarterSettings.HOST_ATTEMPTS, host::maxAttempts);
        settings.ifSet(StarterSettings.HOST_SENDS, host::maxSends);
        settings.ifSet(StarterSettings.HOST_CALLS, host::maxCalls);
        settings.ifSet(StarterSettings.HOST_TURNS, host::maxTurns);
        settings.ifSet(StarterSettings.HOST_INSTANCES, host::maxInstancesInMemory);
        boolean virtual = environment.getProperty("spring.threads.virtual.enabled", Boolean.class, false);
        if (settings.sets(StarterSettings.HOST_VIRTUAL) ? settings.get(StarterSettings.HOST_VIRTUAL) : virtual) {
            host.virtualThreads();
        }
    }

    private void connect(HostBuilder host) {
        ifOne(OutboundSink.class, "the host shall send", host::sink);
        ifOne(MessageRouter.class, "the host shall pass messages on", host::router);
        ifOne(TimeSource.class, "the host shall tell the time", host::time);
        var listeners =
                beans.getBeanProvider(HostListener.class).orderedStream().toList();
        if (!listeners.isEmpty()) {
            host.listener(new HostListeners(listeners));
        }
    }

    private <T> void ifOne(Class<T> type, String purpose, Consumer<T> use) {
        T one = OneBean.of(beans, type, purpose);
        if (one != null) {
            use.accept(one);
        }
    }
}
