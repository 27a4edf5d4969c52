// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.farm;

import dev.rehydrate.host.HostListener;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.sample.document.DocumentWorkflow;
import dev.rehydrate.sample.http.DocumentServer;
import dev.rehydrate.sample.http.ServerSettings;
import dev.rehydrate.store.InstanceStore;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/** One node: store, host and server. It remembers no client and keeps no document in memory between two requests. */
public final class Node implements AutoCloseable {

    private final String name;
    private final InstanceStore store;
    private final WorkflowHost host;
    private final DocumentServer server;

    private Node(String name, InstanceStore store, WorkflowHost host, DocumentServer server) {
        this.name = name;
        this.store = store;
        this.host = host;
        this.server = server;
    }

    /**
     * Starts a node on any free port.
     *
     * @param name its name
     * @param store its store, closed with the node, or when it cannot start
     * @param settings the limits of its server
     * @param listener is told what its host does
     * @return a node that takes requests
     * @throws IOException if there is no free port
     */
    static Node start(String name, InstanceStore store, ServerSettings settings, HostListener listener)
            throws IOException {
        return start(name, 0, store, settings, listener);
    }

    /**
     * Starts a node.
     *
     * @param name its name
     * @param port its port, or 0 for any that is free
     * @param store its store, closed with the node, or when it cannot start
     * @param settings the limits of its server
     * @param listener is told what its host does
     * @return a node that takes requests
     * @throws IOException if the port is taken, or none is free
     */
    public static Node start(String name, int port, InstanceStore store, ServerSettings settings, HostListener listener)
            throws IOException {
        try {
            WorkflowHost host = WorkflowHost.builder(store)
                    .definition(DocumentWorkflow.DEFINITION)
                    .node(name)
                    .timeToUnload(Duration.ZERO)
                    .storeTimeout(settings.callDeadline())
                    .listener(listener)
                    .start();
            return serving(name, port, store, host, settings);
        } catch (IOException | RuntimeException failure) {
            store.close();
            throw failure;
        }
    }

    private static Node serving(String name, int port, InstanceStore store, WorkflowHost host, ServerSettings settings)
            throws IOException {
        try {
            return new Node(name, store, host, DocumentServer.start(name, host, settings, port));
        } catch (IOException | RuntimeException failure) {
            host.close();
            throw failure;
        }
    }

    /** {@return the name, which is in every reply of the node} */
    public String name() {
        return name;
    }

    /** {@return where the node can be reached} */
    public URI uri() {
        return server.uri();
    }

    /** {@return how many documents are in the memory of this node just now} */
    public int documentsInMemory() {
        return host.instancesInMemory();
    }

    /** Takes no more requests, lets go of everything and retires. */
    @Override
    public void close() {
        try {
            server.close();
        } finally {
            try {
                host.close();
            } finally {
                store.close();
            }
        }
    }
}
