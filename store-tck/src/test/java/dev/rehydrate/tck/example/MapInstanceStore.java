// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.example;

import dev.rehydrate.format.engine.CompareAndSwapEngine;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;

/** Instances in a {@link MapByteStore}: a byte store and this class are a whole provider. */
public final class MapInstanceStore extends InstanceStore {

    /**
     * Opens a store.
     *
     * @param data what other stores may be opened on too, as the nodes of a farm are
     * @param options the settings
     */
    public MapInstanceStore(MapByteStore.Data data, StoreOptions options) {
        super(new CompareAndSwapEngine(new MapByteStore(data), options.time()), options);
    }
}
