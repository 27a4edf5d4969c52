// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.sample.http.ServerSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What clients send that is not HTTP, or not all of it, on plain sockets. */
class HostileClientTest {

    private static final String POST = "POST /documents HTTP/1.1\r\nHost: farm\r\nContent-Type: application/json\r\n";
    /** For so long the server waits for the rest of a request: longer than a client of the farm waits for its answer. */
    private static final Duration HALF_SENT = OpenFarm.PATIENCE.multipliedBy(2);

    private final List<Socket> sockets = new ArrayList<>();
    private OpenFarm farm;

    @BeforeEach
    void start() throws IOException {
        ServerSettings settings =
                ServerSettings.DEFAULT.withCallDeadline(OpenFarm.PATIENCE).withPatience(HALF_SENT);
        farm = OpenFarm.start(settings, options -> options);
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        farm.close();
    }

    @ParameterizedTest
    @CsvSource({"20", "600"})
    void halfSentRequestsDoNotBlockOthers(int clients) throws IOException {
        for (int i = 0; i < clients; i++) {
            String half = i % 2 == 0 ? POST : POST + "Content-Length: 100\r\n\r\n{";
            connect().getOutputStream().write(half.getBytes(ISO_8859_1));
        }

        assertThat(farm.create(0, "beside them").statusCode()).isEqualTo(201);
        assertThat(farm.get(0, "/documents/beside%20them").statusCode()).isEqualTo(200);
    }

    @Test
    void sixHundredConnectionsAreAnswered() throws IOException {
        for (int i = 0; i < 600; i++) {
            connect();
        }
        for (Socket socket : sockets) {
            socket.getOutputStream().write("GET /documents/none HTTP/1.1\r\nHost: farm\r\n\r\n".getBytes(ISO_8859_1));
        }

        for (Socket socket : sockets) {
            assertThat(upToTheEndOfItsObject(socket)).startsWith("HTTP/1.1 404").contains("unknown-document");
        }
    }

    @ParameterizedTest
    @CsvSource({"ffffffffffffffffff", "-1", "xyz"})
    void aChunkSizeThatCannotBeIsABadRequest(String size) throws IOException {
        String answer = answer(POST + "Transfer-Encoding: chunked\r\n\r\n" + size + "\r\n{}\r\n0\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 400").contains("urn:rehydrate:problem:malformed-");
        assertThat(answer).doesNotContain("\tat ", "Exception", "jetty");
        assertThat(farm.stored()).isEmpty();
    }

    /** More than an int holds, and well-formed: so it is refused as too large, when the limit is passed. */
    @Test
    void aChunkOfTwoGigabytesIsTooLarge() throws IOException {
        Socket socket = connect();
        socket.getOutputStream().write((POST + "Transfer-Encoding: chunked\r\n\r\n80000000\r\n").getBytes(ISO_8859_1));
        byte[] piece = new byte[1 << 20];
        for (int sent = 0; sent <= 8 << 20; sent += piece.length) {
            socket.getOutputStream().write(piece);
        }

        assertThat(upToTheEndOfItsObject(socket))
                .startsWith("HTTP/1.1 413")
                .contains("body-too-large")
                .doesNotContain("\tat ", "Exception", "jetty");
        assertThat(farm.stored()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "GET /%zz HTTP/1.1, 400, malformed-request",
        "GET /documents/../../etc/passwd HTTP/1.1, 400, malformed-request",
        "GET /documents/%c3 HTTP/1.1, 400, malformed-path",
        "GET /documents/a%2Fb HTTP/1.1, 404, unknown-document",
        "GET documents HTTP/1.1, 400, malformed-request",
        "G(T / HTTP/1.1, 400, malformed-request",
        "GET / HTTP/9.9, 400, malformed-request",
        "hello, 400, malformed-request"
    })
    void aRequestLineThatCannotBeReadIsAnsweredWithAProblem(String line, int status, String kind) throws IOException {
        String answer = answer(line + "\r\nHost: farm\r\n\r\n");

        assertThat(answer)
                .startsWith("HTTP/1.1 " + status)
                .containsIgnoringCase("content-type: application/problem+json")
                .contains("urn:rehydrate:problem:" + kind, "remedy");
        assertThat(answer).doesNotContain("<html", "Exception", "Jetty");
    }

    @Test
    void aHeadThatIsTooLargeIsSaidToBe() throws IOException {
        assertThat(answer("GET / HTTP/1.1\r\nHost: farm\r\nX-Large: " + "x".repeat(20_000) + "\r\n\r\n"))
                .startsWith("HTTP/1.1 431")
                .contains("request-head-too-large");
    }

    @Test
    void aServerIsSeenOnLoopbackOnly() throws IOException {
        URI uri = farm.uri(0);

        assertThat(InetAddress.getByName(uri.getHost()).isLoopbackAddress()).isTrue();
        for (var each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            for (InetAddress address : Collections.list(each.getInetAddresses())) {
                if (!address.isLoopbackAddress()) {
                    assertThat(isOpen(address, uri.getPort()))
                            .as(address.toString())
                            .isFalse();
                }
            }
        }
    }

    private static boolean isOpen(InetAddress address, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), 500);
            return true;
        } catch (IOException refused) {
            return false;
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(farm.uri(0).getHost(), farm.uri(0).getPort());
        socket.setSoTimeout((int) OpenFarm.PATIENCE.toMillis());
        sockets.add(socket);
        return socket;
    }

    private String answer(String request) throws IOException {
        Socket socket = connect();
        socket.getOutputStream().write(request.getBytes(ISO_8859_1));
        return upToTheEndOfItsObject(socket);
    }

    private static String upToTheEndOfItsObject(Socket socket) throws IOException {
        StringBuilder text = new StringBuilder();
        byte[] piece = new byte[4096];
        while (text.indexOf("}") < 0) {
            int read = socket.getInputStream().read(piece);
            if (read < 0) {
                return text.toString();
            }
            text.append(new String(piece, 0, read, ISO_8859_1));
        }
        return text.toString();
    }
}
