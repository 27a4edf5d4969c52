// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.simulation;

import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import java.util.List;
import java.util.function.BooleanSupplier;

/** What the stores of one simulation have in common: a database, or something in its place. */
interface Backend {

    /**
     * Opens the store of one more process.
     *
     * @param options its settings
     * @param alive false once the process has crashed: from then on nothing that it does reaches the data
     */
    InstanceStore open(StoreOptions options, BooleanSupplier alive);

    /** From now on everything may go wrong that the seed says. */
    default void disturb() {}

    /** From now on nothing goes wrong, and what is late has come, or never comes. */
    default void heal() {}

    /** {@return what the data show that may not be} */
    default List<String> violations() {
        return List.of();
    }

    /** {@return how many calls went wrong} */
    default long troubles() {
        return 0;
    }

    /** {@return how many entries a shared cache has handed out} */
    default long shared() {
        return 0;
    }
}
