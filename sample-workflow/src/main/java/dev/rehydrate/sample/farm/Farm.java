// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.farm;

import dev.rehydrate.host.HostListener;
import dev.rehydrate.sample.http.ServerSettings;
import dev.rehydrate.store.InstanceStore;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Two nodes that know nothing of each other but what they find in their store. */
public final class Farm implements AutoCloseable {

    private static final List<String> NAMES = List.of("A", "B");

    private final List<Node> nodes = new ArrayList<>();

    private Farm() {}

    /**
     * Starts both nodes.
     *
     * @param stores opens a store on the shared data, once for each node
     * @param settings the limits of the servers
     * @param listener is told what the hosts do
     * @return the farm
     * @throws IOException if there is no free port; nothing is left running
     */
    public static Farm start(Supplier<? extends InstanceStore> stores, ServerSettings settings, HostListener listener)
            throws IOException {
        Farm farm = new Farm();
        try {
            for (String name : NAMES) {
                farm.nodes.add(Node.start(name, stores.get(), settings, listener));
            }
            return farm;
        } catch (IOException | RuntimeException failure) {
            farm.close();
            throw failure;
        }
    }

    /** {@return the nodes that run} */
    public List<Node> nodes() {
        return List.copyOf(nodes);
    }

    /** {@return where the nodes that run can be reached} */
    public List<URI> uris() {
        return nodes.stream().map(Node::uri).toList();
    }

    /** {@return how many documents are in memory on any node just now} */
    public int documentsInMemory() {
        return nodes.stream().mapToInt(Node::documentsInMemory).sum();
    }

    /**
     * Stops a node, as when a machine is taken out of service: it finishes what it does and leaves, and whatever its store
     * keeps goes to the others.
     *
     * @param node a node of this farm
     */
    public void stop(Node node) {
        nodes.remove(node);
        node.close();
    }

    /** Stops all nodes, even if one cannot be stopped properly. */
    @Override
    public void close() {
        RuntimeException trouble = null;
        for (Node node : nodes) {
            try {
                node.close();
            } catch (RuntimeException failure) {
                trouble = failure;
            }
        }
        if (trouble != null) {
            throw trouble;
        }
    }
}
