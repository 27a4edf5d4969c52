// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lifecycle;

import dev.rehydrate.host.Acknowledge;
import dev.rehydrate.host.Backoff;
import dev.rehydrate.host.HostListener;
import dev.rehydrate.host.IdlePolicy;
import dev.rehydrate.host.OutboundSink;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.host.state.Retention;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The settings of a host while they are collected, with their defaults. {@link dev.rehydrate.host.HostBuilder} says what each means. */
public final class CollectedSettings {

    private static final Logger LOG = LoggerFactory.getLogger(CollectedSettings.class);

    public String node = "host";
    public @Nullable String hostType;
    public @Nullable OwnerDescription owner;
    public IdlePolicy idle = IdlePolicy.DEFAULT;
    public Acknowledge acknowledge = Acknowledge.AFTER_SAVE;
    public Backoff backoff = Backoff.DEFAULT;
    public Duration storeTimeout = Duration.ofSeconds(10);
    public HostSettings.Limits limits = new HostSettings.Limits(10_000, 1_000, 100_000);
    public int maxAttempts = 100;
    public boolean waitsForHolders = true;
    public @Nullable OutboundSink sink;
    public Backoff redelivery = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(5));
    public int maxSends = 20;
    public Duration sinkTimeout = Duration.ofSeconds(30);
    public Duration deliveryTime = Duration.ofSeconds(30);
    public Retention remembered = Retention.DEFAULT;
    public TimeSource time = TimeSource.system();
    public RandomGenerator random = new Random();
    public HostListener listener = event -> {};
    public boolean callersRunTurns;

    /**
     * What a host is started with.
     *
     * @param store its store
     * @param definitions what it runs
     * @return the settings
     * @throws IllegalArgumentException if the host type is said twice
     */
    public HostSettings of(InstanceStore store, List<WorkflowDefinition<?>> definitions) {
        return new HostSettings(
                node,
                HostDescription.completed(description(definitions), definitions),
                idle,
                acknowledge,
                new HostSettings.RetryPolicy(backoff, maxAttempts, waitsForHolders),
                storeTimeout,
                limits,
                redelivery,
                sink == null ? null : new HostSettings.SendPolicy(sink, maxSends, sinkTimeout),
                new HostSettings.DeliveryPolicy(deliveryTime, maxSends),
                remembered,
                time,
                store::now,
                random,
                listener,
                store.facts().engine().holdCostsCommit(),
                callersRunTurns);
    }

    /** A host of one definition has its name as host type, which mostly stays. */
    public void tellDefaultType(List<WorkflowDefinition<?>> definitions) {
        String type = HostDescription.typeOf(definitions);
        boolean several = definitions.stream()
                        .map(definition -> definition.identity().name())
                        .distinct()
                        .count()
                > 1;
        if (hostType == null && owner == null && several) {
            LOG.info(
                    "the host type is made of the names of the definitions, and is another one with each definition more: node={}. Timers and"
                            + " messages of instances are looked after by hosts of the type that has begun them. hostType(\"{}\") keeps"
                            + " this one for ever",
                    node,
                    type);
        }
    }

    private OwnerDescription description(List<WorkflowDefinition<?>> definitions) {
        if (owner == null) {
            String type = hostType == null ? HostDescription.typeOf(definitions) : hostType;
            return HostDescription.of(node, type, definitions);
        }
        if (hostType != null) {
            throw new IllegalArgumentException("the host type is said twice, by hostType(\"" + hostType
                    + "\") and by owner(...): leave one of them out");
        }
        return owner;
    }
}
