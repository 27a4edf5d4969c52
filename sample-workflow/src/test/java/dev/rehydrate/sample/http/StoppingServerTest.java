// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

/** What clients see whose connection is open when the server is told to stop. */
class StoppingServerTest {

    private final CompletableFuture<Callback> underWay = new CompletableFuture<>();

    @Test
    void whoComesWhileItStopsIsSentToAnotherNode() throws Exception {
        try (LoopbackServer server =
                        LoopbackServer.start("stopping", 0, ServerSettings.DEFAULT, new SlowWhenAsked(underWay));
                Socket first = connect(server)) {
            OpenConnections open = new OpenConnections(server);
            send(first, "/slow");
            Callback slow = underWay.get(1, TimeUnit.MINUTES);
            CompletableFuture<Void> stopped = CompletableFuture.runAsync(server::close);

            String refused;
            try (open) {
                refused = open.firstRefusal();
            } finally {
                slow.succeeded();
            }
            stopped.get(1, TimeUnit.MINUTES);

            assertThat(refused)
                    .startsWith("HTTP/1.1 503")
                    .containsIgnoringCase("\r\nretry-after: 1\r\n")
                    .contains("urn:rehydrate:problem:unavailable", "Nothing was changed", "to any node");
            assertThat(read(first)).as("the request that was under way").startsWith("HTTP/1.1 204");
        }
    }

    @Test
    void aRequestThatDoesNotEndKeepsNoServerFromStopping() throws Exception {
        ServerSettings hasty = ServerSettings.DEFAULT.withCallDeadline(Duration.ofMillis(1));
        LoopbackServer server = LoopbackServer.start("stopping", 0, hasty, new SlowWhenAsked(underWay));
        try (Socket first = connect(server)) {
            send(first, "/slow");
            underWay.get(1, TimeUnit.MINUTES);

            server.close();

            assertThat(rest(first))
                    .as("no answer, and the end of the connection")
                    .isEmpty();
        }
    }

    /** Answers all requests at once, but for one. */
    private static final class SlowWhenAsked extends Handler.Abstract {

        private final CompletableFuture<Callback> underWay;

        SlowWhenAsked(CompletableFuture<Callback> underWay) {
            this.underWay = underWay;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            response.setStatus(204);
            if (request.getHttpURI().getPath().equals("/slow")) {
                underWay.complete(callback);
            } else {
                callback.succeeded();
            }
            return true;
        }
    }

    /**
     * Connections that were open before the stop. HTTP lets a server close one that is idle, and this one does so if it is
     * told to stop while it finishes the answer before; then the client takes the next.
     */
    private static final class OpenConnections implements AutoCloseable {

        private final Deque<Socket> open = new ArrayDeque<>();

        OpenConnections(LoopbackServer server) throws IOException {
            for (int i = 0; i < 8; i++) {
                Socket socket = connect(server);
                open.add(socket);
                assertThat(answer(socket, "/at-once")).startsWith("HTTP/1.1 204");
            }
        }

        String firstRefusal() throws IOException {
            String answer = "";
            while (answer.isEmpty() || answer.startsWith("HTTP/1.1 204")) {
                answer = answer(open.element(), "/at-once");
                if (answer.isEmpty()) {
                    open.remove().close();
                }
            }
            return answer;
        }

        @Override
        public void close() throws IOException {
            for (Socket socket : open) {
                socket.close();
            }
        }
    }

    private static Socket connect(LoopbackServer server) throws IOException {
        return new Socket(server.uri().getHost(), server.uri().getPort());
    }

    /** {@return the answer, or an empty text if the connection was closed before one} */
    private static String answer(Socket socket, String path) throws IOException {
        try {
            send(socket, path);
        } catch (SocketException reset) {
            return "";
        }
        return rest(socket);
    }

    private static String rest(Socket socket) throws IOException {
        try {
            return read(socket);
        } catch (SocketException reset) {
            return "";
        }
    }

    private static void send(Socket socket, String path) throws IOException {
        socket.setSoTimeout(60_000);
        socket.getOutputStream().write(("GET " + path + " HTTP/1.1\r\nHost: farm\r\n\r\n").getBytes(ISO_8859_1));
    }

    /** Up to the end of the head, or of the object that follows it. */
    private static String read(Socket socket) throws IOException {
        StringBuilder text = new StringBuilder();
        byte[] piece = new byte[4096];
        while (text.indexOf("}") < 0 && !(text.indexOf(" 204") > 0 && text.indexOf("\r\n\r\n") > 0)) {
            int read = socket.getInputStream().read(piece);
            if (read < 0) {
                assertThat(text.toString())
                        .as("the connection ended within an answer")
                        .isEmpty();
                return "";
            }
            text.append(new String(piece, 0, read, ISO_8859_1));
        }
        return text.toString();
    }
}
