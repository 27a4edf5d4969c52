// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/** A TCP relay to a server on loopback, entered on loopback or elsewhere. Each piece that it passes on to the server can be held back for a while. */
final class DelayingRelay implements AutoCloseable {

    private final ServerSocket entrance;
    private final int server;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "relay");
        thread.setDaemon(true);
        return thread;
    });
    private volatile Duration delay = Duration.ZERO;

    private DelayingRelay(ServerSocket entrance, int server) {
        this.entrance = entrance;
        this.server = server;
    }

    static DelayingRelay to(int server) {
        return from(InetAddress.getLoopbackAddress(), server);
    }

    /** Passes on what comes to an address of this machine. */
    static DelayingRelay from(InetAddress address, int server) {
        try {
            DelayingRelay relay = new DelayingRelay(new ServerSocket(0, 100, address), server);
            relay.threads.execute(relay::accept);
            return relay;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    int port() {
        return entrance.getLocalPort();
    }

    void delay(Duration each) {
        delay = each;
    }

    private void accept() {
        while (!entrance.isClosed()) {
            try {
                Socket client = entrance.accept();
                Socket target = new Socket(InetAddress.getLoopbackAddress(), server);
                client.setTcpNoDelay(true);
                target.setTcpNoDelay(true);
                sockets.add(client);
                sockets.add(target);
                threads.execute(() -> pass(client, target, true));
                threads.execute(() -> pass(target, client, false));
            } catch (IOException closedOrUnreachable) {
                // The client sees the end of its connection, as it would without a relay.
                sockets.removeIf(Socket::isClosed);
            }
        }
    }

    private void pass(Socket from, Socket to, boolean held) {
        byte[] piece = new byte[64 * 1024];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            int count = in.read(piece);
            while (count >= 0) {
                if (held && !delay.isZero()) {
                    LockSupport.parkNanos(delay.toNanos());
                }
                out.write(piece, 0, count);
                count = in.read(piece);
            }
        } catch (IOException gone) {
            // Both sides are closed.
            return;
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    @Override
    public void close() {
        try {
            entrance.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } finally {
            threads.shutdownNow();
        }
    }
}
