// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.farm;

import java.net.URI;
import java.util.List;

/** A farm as its clients and its operator see it, in this process or in one of its own. Used by one thread. */
public interface RunningFarm extends AutoCloseable {

    /**
     * Where a node can be reached.
     *
     * @param name its name
     * @param uri its address, without a path
     */
    record Address(String name, URI uri) {}

    /** {@return the nodes that run} */
    List<Address> nodes();

    /** {@return how many documents are in memory on any node just now} */
    int documentsInMemory();

    /** {@return what the nodes did to documents since this was last asked; what led to an answer is there before the answer} */
    List<Deed> takeDeeds();

    /**
     * Stops a node, as when a machine is taken out of service: it finishes what it does and leaves.
     *
     * @param node the name of a node that runs
     */
    void stop(String node);

    /** {@return whether the nodes are in processes of their own, and their store keeps everything when these are gone} */
    default boolean survivesKill() {
        return false;
    }

    /**
     * Kills all processes of the farm at once with SIGKILL, and starts them again on what their store has kept.
     *
     * @throws UnsupportedOperationException if the farm does not {@linkplain #survivesKill() survive} that
     */
    default void killAndRestart() {
        throw new UnsupportedOperationException("this farm ends with its processes");
    }

    /** {@return where the nodes that run can be reached} */
    default List<URI> uris() {
        return nodes().stream().map(Address::uri).toList();
    }

    /** Stops all nodes. */
    @Override
    void close();
}
