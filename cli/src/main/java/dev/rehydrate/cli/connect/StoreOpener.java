// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.connect;

import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;

/** Opens the store that options name. */
@FunctionalInterface
public interface StoreOpener {

    /**
     * Opens a store.
     *
     * @param target where it is
     * @param options the settings that every provider has
     * @return the store, to be closed after use
     * @throws IllegalArgumentException if the options do not name a place that there can be; the message says why
     * @throws IllegalStateException if it cannot be opened; the message says why
     */
    InstanceStore open(Target target, StoreOptions options);
}
