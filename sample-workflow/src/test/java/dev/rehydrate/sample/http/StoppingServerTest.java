// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
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
        LoopbackServer server = LoopbackServer.start("stopping", 0, ServerSettings.DEFAULT, new Handler.Abstract() {
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
        });
        try (Socket first = new Socket(server.uri().getHost(), server.uri().getPort());
                Socket second = new Socket(server.uri().getHost(), server.uri().getPort())) {
            assertThat(answer(second, "/at-once")).startsWith("HTTP/1.1 204");
            send(first, "/slow");
            Callback slow = underWay.get(20, TimeUnit.SECONDS);
            CompletableFuture<Void> stopped = CompletableFuture.runAsync(server::close);

            String refused = answer(second, "/at-once");
            while (refused.startsWith("HTTP/1.1 204")) {
                refused = answer(second, "/at-once");
            }
            slow.succeeded();
            stopped.get(20, TimeUnit.SECONDS);

            assertThat(refused)
                    .startsWith("HTTP/1.1 503")
                    .containsIgnoringCase("\r\nretry-after: 1\r\n")
                    .contains("urn:rehydrate:problem:unavailable", "Nothing was changed", "to any node");
            assertThat(read(first)).as("the request that was under way").startsWith("HTTP/1.1 204");
        } finally {
            server.close();
        }
    }

    private static String answer(Socket socket, String path) throws IOException {
        send(socket, path);
        return read(socket);
    }

    private static void send(Socket socket, String path) throws IOException {
        socket.setSoTimeout(20_000);
        socket.getOutputStream().write(("GET " + path + " HTTP/1.1\r\nHost: farm\r\n\r\n").getBytes(ISO_8859_1));
    }

    /** Up to the end of the head, or of the object that follows it. */
    private static String read(Socket socket) throws IOException {
        StringBuilder text = new StringBuilder();
        byte[] piece = new byte[4096];
        while (text.indexOf("}") < 0 && !(text.indexOf(" 204") > 0 && text.indexOf("\r\n\r\n") > 0)) {
            int read = socket.getInputStream().read(piece);
            assertThat(read).as("the connection ended after: " + text).isPositive();
            text.append(new String(piece, 0, read, ISO_8859_1));
        }
        return text.toString();
    }
}
