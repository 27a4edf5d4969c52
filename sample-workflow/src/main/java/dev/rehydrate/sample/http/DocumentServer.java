// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import dev.rehydrate.host.WorkflowHost;
import java.io.IOException;
import java.net.URI;

/**
 * The HTTP side of a node, on a port of the loopback interface. Everything in it is bounded: bodies, threads, connections, and
 * the time that a client may pause.
 */
public final class DocumentServer implements AutoCloseable {

    private final LoopbackServer server;

    private DocumentServer(LoopbackServer server) {
        this.server = server;
    }

    /**
     * Starts a server.
     *
     * @param node the name of the node, for the replies
     * @param host where messages go; not closed with the server
     * @param settings the limits
     * @param port the port, or 0 for any that is free
     * @return the server, which takes requests at once
     * @throws IOException if the port is taken, or none is free; the message says which
     */
    public static DocumentServer start(String node, WorkflowHost host, ServerSettings settings, int port)
            throws IOException {
        DocumentHandler handler = new DocumentHandler(node, new DocumentResource(host, settings), settings);
        return new DocumentServer(LoopbackServer.start("http-" + node, port, settings, handler));
    }

    /** {@return where the server can be reached, without a path} */
    public URI uri() {
        return server.uri();
    }

    /** Takes no more requests, lets those under way end within their deadline, and closes all connections. */
    @Override
    public void close() {
        server.close();
    }
}
