// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;

/** Nodes that keep instances together: on each a store can be opened. With the machine's clocks. */
interface Provider extends AutoCloseable {

    /** Opens a store on a node; they are numbered from 0, and as many as are needed are there. */
    InstanceStore open(int node, StoreOptions options);

    /** Ends a node as a crash does, if there is another one: it says nothing to the others. */
    default void crash(int node) {}

    /** Puts a new node in the place of one that has crashed. */
    default void replace(int node) {}

    @Override
    void close();
}
