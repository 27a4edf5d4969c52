// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryData;
import dev.rehydrate.store.memory.MemoryInstanceStore;

/** All nodes in this process, over one data. */
final class MemoryProvider implements Provider {

    private final MemoryData data = new MemoryData();

    @Override
    public InstanceStore open(int node, StoreOptions options) {
        return MemoryInstanceStore.open(data, options);
    }

    @Override
    public void close() {
        // The data goes with the store that has it.
    }
}
