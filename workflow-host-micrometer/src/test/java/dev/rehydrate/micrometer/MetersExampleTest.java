// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import dev.rehydrate.time.TimeSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;

/** The example of docs/observability.md. */
class MetersExampleTest {

    @Test
    void hostsAndTheFarmHaveMeters() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        ObservationRegistry observations = ObservationRegistry.create();
        WorkflowDefinition<Integer> definition = Carts.DEFINITION;
        InstanceStore store = MemoryInstanceStore.open(StoreOptions.defaults());

        HostMeters meters = HostMeters.on(registry).observing(observations);
        WorkflowHost host = WorkflowHost.builder(store)
                .definition(definition)
                .listener(meters)
                .start();
        meters.watch(host);
        FarmMeters farm = FarmMeters.start(store, TimeSource.system(), registry);

        host.call(Carts.ADD, "7").replyOrThrow();
        assertThat(registry.get("rehydrate.host.memory").gauge().value()).isEqualTo(1);
        assertThat(registry.find("rehydrate.farm.suspended").gauge()).isNotNull();
        farm.close();
        store.close();
    }
}
