// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import java.util.Objects;

/**
 * The reference provider: instances live in the memory of this process and are lost with it. For tests, for development,
 * and to compare other providers with. Values pass through the codec as everywhere, so that no mutable object is shared.
 */
public final class MemoryInstanceStore extends InstanceStore {

    private MemoryInstanceStore(MemoryData data, StoreOptions options) {
        super(new MemoryEngine(data, options.time()), options);
    }

    /**
     * Opens a store on data of its own.
     *
     * @param options the settings
     * @return a new store, to be closed after use
     */
    public static MemoryInstanceStore open(StoreOptions options) {
        return open(new MemoryData(), options);
    }

    /**
     * Opens a store on data that other stores may be opened on too, as the nodes of a farm are.
     *
     * @param data the data
     * @param options the settings
     * @return a new store, to be closed after use
     */
    public static MemoryInstanceStore open(MemoryData data, StoreOptions options) {
        return new MemoryInstanceStore(Objects.requireNonNull(data, "data"), options);
    }
}
