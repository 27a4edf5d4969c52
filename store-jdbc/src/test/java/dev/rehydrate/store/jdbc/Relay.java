// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Forwards connections on loopback to a server, and can fall silent as a network does that drops packets: nothing is closed. */
final class Relay implements AutoCloseable {

    private final ServerSocket listener;
    private final int target;
    private final List<Link> links = new CopyOnWriteArrayList<>();
    private volatile boolean forwardsNewOnes = true;

    Relay(int target) {
        this.target = target;
        try {
            listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Forwards nothing any more on the connections that there are. */
    void silenceOpenConnections() {
        links.forEach(link -> link.silent = true);
    }

    /** Forwards nothing any more. */
    void silence() {
        forwardsNewOnes = false;
        silenceOpenConnections();
    }

    /** Forwards new connections again; those that have fallen silent stay so. */
    void resume() {
        forwardsNewOnes = true;
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (!listener.isClosed()) {
                Link link = new Link(listener.accept(), new Socket(InetAddress.getLoopbackAddress(), target));
                link.silent = !forwardsNewOnes;
                links.add(link);
                start(() -> link.pump(link.client, link.server));
                start(() -> link.pump(link.server, link.client));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private static final class Link {

        private final Socket client;
        private final Socket server;
        private volatile boolean silent;

        Link(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void pump(Socket from, Socket to) {
            byte[] buffer = new byte[8192];
            try (InputStream in = from.getInputStream();
                    OutputStream out = to.getOutputStream()) {
                for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                    if (!silent) {
                        out.write(buffer, 0, length);
                    }
                }
            } catch (IOException closed) {
                // One end was closed, so the other one is closed too.
            }
        }

        void close() throws IOException {
            client.close();
            server.close();
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Link link : links) {
                link.close();
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
