// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot;

import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryInstanceStore;

/** Opens the memory store. A class of its own, because store-memory may not be on the class path. */
final class MemoryStart {

    private MemoryStart() {}

    static InstanceStore open(StoreOptions options) {
        return MemoryInstanceStore.open(options);
    }
}
