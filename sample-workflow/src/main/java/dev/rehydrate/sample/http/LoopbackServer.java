// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Jetty on the loopback interface, with the limits of this sample (docs/adr/0107). */
public final class LoopbackServer implements AutoCloseable {

    private static final String LOOPBACK = "127.0.0.1";
    private static final int THREAD_IDLE_MILLIS = 10_000;
    private static final int BACKLOG = 1024;
    private static final Duration BEYOND_THE_DEADLINE = Duration.ofSeconds(1);

    private final Server server;
    private final URI uri;

    private LoopbackServer(Server server, URI uri) {
        this.server = server;
        this.uri = uri;
    }

    /**
     * Starts a server.
     *
     * @param name the name of its threads
     * @param port the port, or 0 for any that is free
     * @param settings the limits
     * @param handler answers the requests
     * @return the server, which takes requests at once
     * @throws IOException if the port is taken, or none is free; the message says which
     */
    public static LoopbackServer start(String name, int port, ServerSettings settings, Handler handler)
            throws IOException {
        QueuedThreadPool threads = new QueuedThreadPool(settings.threads(), 1, THREAD_IDLE_MILLIS);
        threads.setName(name);
        threads.setDaemon(true);
        Server server = new Server(threads);
        ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http()));
        connector.setHost(LOOPBACK);
        connector.setPort(port);
        connector.setAcceptQueueSize(BACKLOG);
        connector.setIdleTimeout(settings.patience().toMillis());
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(settings.connections(), server));
        server.setErrorHandler(new ServerErrors());
        server.setHandler(new GracefulHandler(handler));
        server.setStopTimeout(settings.callDeadline().plus(BEYOND_THE_DEADLINE).toMillis());
        begin(server, port);
        return new LoopbackServer(server, URI.create("http://" + LOOPBACK + ":" + connector.getLocalPort()));
    }

    private static HttpConfiguration http() {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        // A path is split before it is decoded, and never names a file: RequestPath judges it, with an answer of our
        // own.
        http.setUriCompliance(UriCompliance.UNSAFE);
        return http;
    }

    private static void begin(Server server, int port) throws IOException {
        try {
            server.start();
        } catch (Exception failure) {
            stop(server);
            if (!(failure instanceof IOException)) {
                throw new IllegalStateException("the HTTP server cannot start", failure);
            }
            throw new IOException(whyNot(port, failure), failure);
        }
    }

    /** A port is refused because another process has it, or because this one may not, which no other process can mend. */
    static String whyNot(int port, Exception failure) {
        if (port == 0) {
            return "no port of " + LOOPBACK + " is free";
        }
        String reason = failure.getCause() instanceof BindException refused ? String.valueOf(refused.getMessage()) : "";
        return reason.isEmpty() || reason.contains("in use")
                ? "port " + port + " of " + LOOPBACK
                        + " is taken by another process: stop that one, or choose another port"
                : "this process may not listen on port " + port + " of " + LOOPBACK + " (" + reason
                        + "): choose another port, such as one above 1023";
    }

    /** {@return where the server can be reached, without a path} */
    public URI uri() {
        return uri;
    }

    /**
     * Takes no more requests, lets those under way end, and closes all connections. A request that is under way a second after the deadline of a
     * call gets no answer.
     */
    @Override
    public void close() {
        stop(server);
    }

    private static void stop(Server server) {
        try {
            server.stop();
        } catch (TimeoutException requestsAreUnderWay) {
            // The server has been stopped all the same, and says this in the end.
            return;
        } catch (Exception failure) {
            throw new IllegalStateException("the HTTP server cannot be stopped", failure);
        }
    }
}
