// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.console.Console;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreListener;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import dev.rehydrate.store.micrometer.StoreMeters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The examples of observability.md and console.md. */
class ObservingExampleTest {

    private static final class Archive {

        private final List<InstanceId> forgotten = new ArrayList<>();

        void forget(InstanceId instance) {
            forgotten.add(instance);
        }
    }

    @Test
    void aStoreHasMeters() {
        MeterRegistry registry = new SimpleMeterRegistry();
        Archive archive = new Archive();
        StoreMeters meters = StoreMeters.on(registry); // rehydrate-store-micrometer
        StoreOptions options = StoreOptions.defaults()
                .withListener(meters)
                .withListener(new StoreListener() {
                    @Override
                    public void expired(Expired event) {
                        archive.forget(event.instance());
                    }
                })
                .withLogContext();

        try (InstanceStore store = MemoryInstanceStore.open(options)) {
            assertThat(store.health().join().status()).hasToString("UP");
            assertThat(registry.find("rehydrate.command").timers()).isNotEmpty();
        }
    }

    /** Compiled only: the tests of the console mount it. */
    Console mount(InstanceStore store, WorkflowHost host) {
        Console console = Console.of(store) // read-only
                .host(host) // for retry, terminate, redrive
                .token(System.getenv("CONSOLE_TOKEN")) // allows actions; 8 characters or more
                .base("/console")
                .hosts("orders.example.com") // localhost is always allowed
                .build();
        return console;
    }
}
