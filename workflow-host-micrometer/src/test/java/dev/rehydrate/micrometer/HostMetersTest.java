// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.HostListener;
import dev.rehydrate.host.TurnFailedException;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HostMetersTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ObservationRegistry observations = ObservationRegistry.create();
    private final List<TurnContext> turns = new CopyOnWriteArrayList<>();
    private final InstanceStore store = MemoryInstanceStore.open(StoreOptions.defaults());

    HostMetersTest() {
        observations
                .observationConfig()
                .observationHandler(new DefaultMeterObservationHandler(registry))
                .observationHandler(new Tracing());
    }

    /** Writes a trace into the carrier, as a handler for traces does. */
    private final class Tracing implements ObservationHandler<TurnContext> {

        @Override
        public void onStart(TurnContext context) {
            turns.add(context);
            Objects.requireNonNull(context.getSetter())
                    .set(context.getCarrier(), "traceparent", "00-trace-" + turns.size() + "-01");
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return context instanceof TurnContext;
        }
    }

    @AfterEach
    void close() {
        store.close();
    }

    private WorkflowHost host(String node, HostListener listener) {
        return Carts.host(store, node, listener);
    }

    private double events(Kind kind) {
        return registry.get("rehydrate.host.events")
                .tag("event", kind.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .counter()
                .count();
    }

    @Test
    void eventsAndTheirTimesAreCounted() {
        HostMeters meters = HostMeters.on(registry);
        WorkflowHost host = host("a", meters);
        meters.watch(host);
        host.call(Carts.ADD, "7").replyOrThrow();
        host.call(Carts.ADD, "7").replyOrThrow();
        assertThatThrownBy(() -> host.call(Carts.BREAK, "7")).isInstanceOf(TurnFailedException.class);

        assertThat(events(Kind.CREATED)).isEqualTo(1);
        assertThat(events(Kind.REHYDRATED)).isGreaterThanOrEqualTo(2);
        assertThat(events(Kind.PERSISTED)).isEqualTo(1);
        assertThat(events(Kind.SUSPENDED)).isEqualTo(1);
        assertThat(events(Kind.DEAD_LETTERED)).isZero();
        assertThat(registry.get("rehydrate.host.store")
                        .tag("event", "rehydrated")
                        .timer()
                        .count())
                .isEqualTo((long) events(Kind.REHYDRATED));
        assertThat(registry.get("rehydrate.host.memory").gauge().value()).isZero();
    }

    @Test
    void metersThatAreMadeTwiceInOneRegistryAddTheirHostsUp() {
        HostMeters first = HostMeters.on(registry);
        HostMeters second = HostMeters.on(registry);
        WorkflowHost host = WorkflowHost.builder(store)
                .definition(Carts.DEFINITION)
                .timeToUnload(Duration.ofDays(1))
                .listener(second)
                .start();
        second.watch(host);
        host.call(Carts.ADD, "7").replyOrThrow();

        assertThat(first).isNotSameAs(second);
        assertThat(registry.get("rehydrate.host.memory").gauge().value()).isEqualTo(1);
    }

    @Test
    void everyEventIsThereWithZeroAndWithTheTags() {
        HostMeters.on(registry, Tags.of("node", "a"));

        assertThat(registry.find("rehydrate.host.events").tag("node", "a").counters())
                .hasSameSizeAs(Kind.values());
    }

    @Test
    void theTraceOfATurnIsHandedToTheNextOneOnAnotherHost() {
        HostListener observing = HostMeters.on(registry).observing(observations);
        host("a", observing).call(Carts.ADD, "7").replyOrThrow();
        WorkflowHost other = host("b", observing);
        other.call(Carts.ADD, "7").replyOrThrow();
        other.call(Carts.ADD, "7").replyOrThrow();

        assertThat(turns)
                .extracting(context -> context.turn().node() + " "
                        + context.turn().operation() + " "
                        + context.turn().previous().orElse("-"))
                .containsExactly("a Add -", "b Add 00-trace-1-01", "b Add 00-trace-2-01");
        assertThat(turns.get(2)).asString().contains("rehydrate.trace.previous='00-trace-2-01'");
        assertThat(registry.get("rehydrate.turn")
                        .tags("operation", "Add", "error", "none")
                        .timer()
                        .count())
                .isEqualTo(3);
    }

    @Test
    void aTurnIsPartOfWhatItsCallerDoes() {
        WorkflowHost host = host("a", HostMeters.on(registry).observing(observations));
        Observation request = Observation.createNotStarted("request", observations);
        request.observe(() -> host.call(Carts.ADD, "7").replyOrThrow());
        host.call(Carts.ADD, "7").replyOrThrow();

        assertThat(turns).extracting(TurnContext::getParentObservation).containsExactly(request, null);
    }

    @Test
    void aTurnThatFailsIsAnError() {
        WorkflowHost host = host("a", HostMeters.on(registry).observing(observations));
        host.call(Carts.ADD, "7").replyOrThrow();
        assertThatThrownBy(() -> host.call(Carts.BREAK, "7")).isInstanceOf(TurnFailedException.class);

        assertThat(turns.get(1).getError()).hasMessage("out of stock");
        assertThat(registry.get("rehydrate.turn")
                        .tags("operation", "Break", "error", "IllegalArgumentException")
                        .timer()
                        .count())
                .isEqualTo(turns.size() - 1);
    }

    @Test
    void withoutAnObserverNoTraceIsStored() {
        InstanceId plain = created(HostMeters.on(registry));

        assertThat(metadataOf(plain)).doesNotContain("rehydrate.trace");
    }

    @Test
    void withAnObserverTheTraceIsStored() {
        InstanceId followed = created(HostMeters.on(registry).observing(observations));

        assertThat(metadataOf(followed)).contains("rehydrate.trace");
    }

    private InstanceId created(HostListener listener) {
        return host("a", listener).call(Carts.ADD, "7").replyOrThrow().facts().instance();
    }

    private Set<String> metadataOf(InstanceId instance) {
        return store.commands()
                .execute(instance, LoadInstance.of(LoadMode.peek()))
                .loaded()
                .orElseThrow()
                .metadata()
                .names();
    }
}
