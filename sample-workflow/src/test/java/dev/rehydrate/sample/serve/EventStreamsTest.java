// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the page of the farm is sent, on plain sockets and by a plain client. */
class EventStreamsTest {

    private static final int PATIENCE_MILLIS = 60_000;

    private static Serving serving;

    @BeforeAll
    static void open() throws IOException {
        Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
        serving = Serving.start(
                new ServeOptions(Map.of("A", 0, "B", 0), 0, Files.createTempDirectory(target, "events-"), null));
    }

    @AfterAll
    static void close() {
        serving.close();
    }

    private static Socket stream(String headers) throws IOException {
        Socket socket =
                new Socket(serving.pageUri().getHost(), serving.pageUri().getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.getOutputStream()
                .write(("GET /farm/events HTTP/1.1\r\nHost: 127.0.0.1\r\n" + headers + "\r\n").getBytes(UTF_8));
        return socket;
    }

    /** All that comes until a text does; what has not come with a few looks at the farm, of which each second has one, never comes. */
    private static String until(Socket socket, String wanted) throws IOException {
        StringBuilder text = new StringBuilder();
        byte[] piece = new byte[4096];
        while (text.indexOf(wanted) < 0) {
            int read = socket.getInputStream().read(piece);
            assertThat(read).as("the stream ended after: " + text).isPositive();
            text.append(new String(piece, 0, read, UTF_8));
            assertThat(text.toString().split("event: farm", -1))
                    .as(text.toString())
                    .hasSizeLessThan(5);
        }
        return text.toString();
    }

    /** A page stays open while the process behind it is started again, and says which event it had last. */
    @ParameterizedTest
    @ValueSource(strings = {"", "Last-Event-ID: 1\r\n", "Last-Event-ID: 200\r\n", "Last-Event-ID: x\r\n"})
    void aPageOfAnEarlierProcessGetsTheEventsOfThisOne(String last) throws IOException {
        try (Socket socket = stream(last)) {
            assertThat(until(socket, "\"kind\":\"started\"")).startsWith("HTTP/1.1 200");
        }
    }

    /** A stream that was opened by mistake has no end, so the answer is waited for. */
    private static HttpResponse<String> answer(String method, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(serving.pageUri() + path))
                .method(method, BodyPublishers.noBody())
                .build();
        return HttpClient.newHttpClient()
                .sendAsync(request, BodyHandlers.ofString())
                .get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Otherwise nothing else is answered on its connection. */
    @Test
    void aLookAtTheHeadOpensNoStream() throws IOException {
        try (Socket socket =
                new Socket(serving.pageUri().getHost(), serving.pageUri().getPort())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            for (String line : new String[] {"HEAD /farm/events", "GET /farm/none"}) {
                socket.getOutputStream().write((line + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").getBytes(UTF_8));
            }

            assertThat(until(socket, "\"status\":404"))
                    .startsWith("HTTP/1.1 200")
                    .containsIgnoringCase("content-type: text/event-stream");
        }
    }

    @ParameterizedTest
    @CsvSource({"PUT, /farm", "DELETE, /farm/farm.js", "PUT, /farm/events", "OPTIONS, /farm/events", "PATCH, /farm/kill"
    })
    void anotherMethodIsRefused(String method, String path) throws Exception {
        HttpResponse<String> answer = answer(method, path);

        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(answer.headers().firstValue("Allow")).hasValue("GET, HEAD, POST");
        assertThat(answer.body()).contains("\"status\":405");
    }
}
