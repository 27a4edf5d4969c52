// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** 100 MB are made while they are sent, and are nowhere in memory at once. */
class LargeBodyTest {

    private static final long HUGE = 100L << 20;
    private static final int LIMIT = 8 << 20;
    private static final int PATIENCE_MILLIS = 60_000;

    private OpenFarm farm;

    @BeforeEach
    void start() throws IOException {
        farm = OpenFarm.start();
    }

    @AfterEach
    void stop() {
        farm.close();
    }

    @Test
    void aHugeAnnouncedBodyIsRefusedBeforeItIsSent() throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(head("Content-Length: " + HUGE));

            assertThat(answer(socket))
                    .startsWith("HTTP/1.1 413")
                    .contains("body-too-large", "application/problem+json");
        }
        assertThat(farm.stored()).isEmpty();
    }

    @Test
    void aHugeUnannouncedBodyIsRefusedWhenTheLimitIsPassed() throws IOException {
        try (Socket socket = connect()) {
            OutputStream out = socket.getOutputStream();
            out.write(head("Transfer-Encoding: chunked"));
            byte[] piece = new byte[1 << 20];
            for (int sent = 0; sent <= LIMIT; sent += piece.length) {
                out.write((Integer.toHexString(piece.length) + "\r\n").getBytes(ISO_8859_1));
                out.write(piece);
                out.write("\r\n".getBytes(ISO_8859_1));
            }

            assertThat(answer(socket)).startsWith("HTTP/1.1 413").contains("body-too-large");
        }
        assertThat(farm.stored()).isEmpty();
    }

    @Test
    void aClientThatSendsAllOfAHugeBodyStillSeesWhyItIsRefused() {
        Map<Long, Long> before = allocatedByServer();

        HttpResponse<String> chunked = upload("application/json");
        HttpResponse<String> wrongType = upload("application/octet-stream");

        assertThat(chunked.statusCode()).isEqualTo(413);
        assertThat(OpenFarm.json(chunked).path("detail").asText()).contains(String.valueOf(LIMIT));
        assertThat(wrongType.statusCode()).isEqualTo(415);
        assertThat(allocatedSince(before)).isLessThan(4L * LIMIT);
        assertThat(farm.create(0, "next").statusCode()).isEqualTo(201);
        assertThat(farm.stored()).hasSize(1);
    }

    @Test
    void aBodyAtTheLimitIsTaken() {
        String frame = "{\"id\":\"d\",\"author\":\"a\",\"title\":\"t\",\"paragraphs\":[\"\"]}";
        String body = frame.replace("[\"\"]", "[\"" + "x".repeat(LIMIT - frame.length()) + "\"]");

        assertThat(farm.post(0, "/documents", body).statusCode()).isEqualTo(201);
        assertThat(farm.post(0, "/documents", body + " ").statusCode()).isEqualTo(413);
    }

    private HttpResponse<String> upload(String type) {
        return OpenFarm.send(HttpRequest.newBuilder(URI.create(farm.uri(0) + "/documents"))
                .header("Content-Type", type)
                .POST(BodyPublishers.ofInputStream(Blanks::new)));
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(farm.uri(0).getHost(), farm.uri(0).getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    private static byte[] head(String framing) {
        return ("POST /documents HTTP/1.1\r\nHost: farm\r\nContent-Type: application/json\r\n" + framing + "\r\n\r\n")
                .getBytes(ISO_8859_1);
    }

    private static String answer(Socket socket) throws IOException {
        StringBuilder text = new StringBuilder();
        byte[] piece = new byte[4096];
        // The reply is one JSON object; the connection stays open for a while, so its end is not waited for.
        while (text.indexOf("}") < 0) {
            int read = socket.getInputStream().read(piece);
            assertThat(read).as("the connection ended after: " + text).isPositive();
            text.append(new String(piece, 0, read, ISO_8859_1));
        }
        return text.toString();
    }

    private static ThreadMXBean threads() {
        return (ThreadMXBean) ManagementFactory.getThreadMXBean();
    }

    private static Map<Long, Long> allocatedByServer() {
        return Arrays.stream(threads().getThreadInfo(threads().getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().startsWith("http-"))
                .collect(Collectors.toMap(
                        thread -> thread.getThreadId(),
                        thread -> threads().getThreadAllocatedBytes(thread.getThreadId())));
    }

    private static long allocatedSince(Map<Long, Long> before) {
        return allocatedByServer().entrySet().stream()
                .mapToLong(thread -> thread.getValue() - before.getOrDefault(thread.getKey(), 0L))
                .sum();
    }

    /** 100 MB of spaces, which are JSON so far. */
    private static final class Blanks extends InputStream {
        private long left = HUGE;

        @Override
        public int read() {
            return left-- > 0 ? ' ' : -1;
        }

        @Override
        public int read(byte[] bytes, int from, int length) {
            if (left <= 0) {
                return -1;
            }
            int count = (int) Math.min(left, length);
            Arrays.fill(bytes, from, from + count, (byte) ' ');
            left -= count;
            return count;
        }
    }
}
