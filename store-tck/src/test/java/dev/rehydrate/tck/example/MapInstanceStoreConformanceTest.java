// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.example;

import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.InstanceStoreConformance;
import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.tck.StoreFixture;
import java.time.Instant;

final class MapInstanceStoreConformanceTest extends InstanceStoreConformance {

    @Override
    protected StoreFixture newFixture() {
        return new StoreFixture() {
            private final MapByteStore.Data data = new MapByteStore.Data();
            private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));

            @Override
            public InstanceStore open(StoreOptions options) {
                return new MapInstanceStore(data, options);
            }

            @Override
            public ManualTime time() {
                return time;
            }

            @Override
            public void close() {
                // The data goes with the last reference to it.
            }
        };
    }
}
