// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.tck.StoreFixture;
import java.time.Instant;

/** Memory stores over the same data. */
final class MemoryFixture implements StoreFixture {

    private final MemoryData data = new MemoryData();
    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));

    @Override
    public InstanceStore open(StoreOptions options) {
        return MemoryInstanceStore.open(data, options);
    }

    @Override
    public ManualTime time() {
        return time;
    }

    @Override
    public void close() {
        // The data goes with the last reference to it.
    }
}
