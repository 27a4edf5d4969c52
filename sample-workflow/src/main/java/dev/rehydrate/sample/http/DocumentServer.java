// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import com.sun.net.httpserver.HttpServer;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.time.TimeSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The HTTP side of a node, on a free port of the loopback interface. Everything in it is bounded: bodies, threads, waiting
 * connections, and the time that a client may take to send a request or to read a reply.
 */
public final class DocumentServer implements AutoCloseable {

    private static final long IDLE_SECONDS = 10;

    static {
        // Read once by the JDK, when its server is first used; the defaults wait for slow clients for ever.
        setUnlessSet("sun.net.httpserver.maxReqTime", "20");
        setUnlessSet("sun.net.httpserver.maxRspTime", "60");
        setUnlessSet("sun.net.httpserver.nodelay", "true");
        setUnlessSet("jdk.httpserver.maxConnections", "512");
    }

    private final HttpServer server;
    private final ThreadPoolExecutor threads;

    private DocumentServer(HttpServer server, ThreadPoolExecutor threads) {
        this.server = server;
        this.threads = threads;
    }

    /**
     * Starts a server.
     *
     * @param node the name of the node, for the replies
     * @param host where messages go; not closed with the server
     * @param settings the limits
     * @return the server, which takes requests at once
     * @throws IOException if there is no free port
     */
    public static DocumentServer start(String node, WorkflowHost host, ServerSettings settings) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ThreadPoolExecutor threads = threads(node, settings);
        server.setExecutor(threads);
        server.createContext("/", new DocumentHandler(node, new DocumentResource(host, settings), TimeSource.system()));
        server.start();
        return new DocumentServer(server, threads);
    }

    private static ThreadPoolExecutor threads(String node, ServerSettings settings) {
        AtomicInteger number = new AtomicInteger();
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                settings.threads(),
                settings.threads(),
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(settings.queue()),
                task -> {
                    Thread thread = new Thread(task, "http-" + node + "-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    private static void setUnlessSet(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    /** {@return where the server can be reached, without a path} */
    public URI uri() {
        InetSocketAddress address = server.getAddress();
        return URI.create("http://" + address.getAddress().getHostAddress() + ":" + address.getPort());
    }

    /** Closes all connections and ends the threads; does not wait for requests under way. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
