// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.micrometer;

import dev.rehydrate.host.HostEvent;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.HostListener;
import dev.rehydrate.host.TurnObserver;
import dev.rehydrate.host.WorkflowHost;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.observation.ObservationRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Counts and measures what hosts do, in a registry of Micrometer. Give it to {@code HostBuilder.listener}, to that of several
 * hosts if they are to be added up, as are those of several {@code HostMeters} in one registry with the same tags. No instance,
 * key or operation is a tag, and each meter is there with zero from the beginning.
 *
 * <p>Safe for use by many threads.
 */
public final class HostMeters implements HostListener {

    private final Map<Kind, Counter> counters = new EnumMap<>(Kind.class);
    private final Map<Kind, Timer> timers = new EnumMap<>(Kind.class);
    private final WatchedHosts hosts;

    private volatile TurnObserver turns = TurnObserver.NONE;

    private HostMeters(MeterRegistry registry, Tags common) {
        hosts = WatchedHosts.in(registry, common);
        for (Kind kind : Kind.values()) {
            Tags tags = common.and(HostMeter.EVENTS.tags(), tag(kind));
            counters.put(
                    kind,
                    Counter.builder(HostMeter.EVENTS.meterName())
                            .description(HostMeter.EVENTS.words())
                            .tags(tags)
                            .register(registry));
            if (asksTheStore(kind)) {
                timers.put(
                        kind,
                        Timer.builder(HostMeter.STORE.meterName())
                                .description(HostMeter.STORE.words())
                                .tags(tags)
                                .register(registry));
            }
        }
        Gauge.builder(HostMeter.MEMORY.meterName(), hosts, WatchedHosts::instancesInMemory)
                .description(HostMeter.MEMORY.words())
                .tags(common)
                .strongReference(true)
                .register(registry);
    }

    /**
     * Makes the meters.
     *
     * @param registry where to
     * @return a listener for hosts
     */
    public static HostMeters on(MeterRegistry registry) {
        return on(registry, Tags.empty());
    }

    /**
     * Makes the meters with tags, for hosts that shall not be added up with others in the same registry.
     *
     * @param registry where to
     * @param tags what all meters have, such as the name of a node; few values, and never an id
     * @return a listener for hosts
     */
    public static HostMeters on(MeterRegistry registry, Tags tags) {
        return new HostMeters(Objects.requireNonNull(registry, "registry"), Objects.requireNonNull(tags, "tags"));
    }

    /**
     * Adds the instances in the memory of a host to those that are counted.
     *
     * @param host the host; counts nothing once it has stopped
     * @return this
     */
    public HostMeters watch(WorkflowHost host) {
        hosts.add(Objects.requireNonNull(host, "host"));
        return this;
    }

    /**
     * Observes each handler that runs, as {@code rehydrate.turn}: a timer, and a span if the registry has a handler for traces. The
     * trace is stored with the instance for the next turn.
     *
     * @param observations makes the observations
     * @return this
     */
    public HostMeters observing(ObservationRegistry observations) {
        turns = new TurnObservations(Objects.requireNonNull(observations, "observations"));
        return this;
    }

    @Override
    public TurnObserver turns() {
        return turns;
    }

    @Override
    public void on(HostEvent event) {
        Objects.requireNonNull(counters.get(event.kind())).increment();
        Timer timer = timers.get(event.kind());
        if (timer != null && !event.took().isZero()) {
            timer.record(event.took());
        }
    }

    private static boolean asksTheStore(Kind kind) {
        return switch (kind) {
            case CREATED, REHYDRATED, PERSISTED, DEHYDRATED, COMPLETED -> true;
            default -> false;
        };
    }

    private static String tag(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
