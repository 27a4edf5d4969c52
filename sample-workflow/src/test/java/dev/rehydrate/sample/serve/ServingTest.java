// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.sample.SampleRun;
import dev.rehydrate.sample.farm.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command that stays up, as a process of its own. */
class ServingTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir
    private Path data;

    /** A process that serves, and what it has printed. */
    private static final class Served implements AutoCloseable {

        private final Process process;
        private final List<String> lines = new ArrayList<>();
        private final Map<String, URI> places = new HashMap<>();

        Served(Path data) throws IOException {
            process = ChildJvm.start(SampleRun.class, List.of("serve", "--ports=0,0", "--page=0", "--data=" + data));
            BufferedReader out = process.inputReader();
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                lines.add(line);
                String[] words = line.split("\\s+", -1);
                if (line.startsWith("node ")) {
                    places.put(words[1], URI.create(words[2]));
                } else if (line.startsWith("page ")) {
                    places.put("page", URI.create(words[1]));
                } else if (line.startsWith("Ctrl-C")) {
                    return;
                }
            }
            throw new IOException("it has ended, after: " + lines);
        }

        /** SIGTERM; the exit status of a JVM that has run its hooks is 143. */
        void terminate() throws InterruptedException {
            process.destroy();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(143);
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    @Test
    void whatWasAcknowledgedIsThereAfterSigterm() throws Exception {
        AtomicInteger acknowledged = new AtomicInteger();
        try (Served first = new Served(data)) {
            assertThat(first.lines).anyMatch(line -> line.startsWith("console") && line.contains("read-only"));
            assertThat(send(first, "A", "", "{\"id\":\"d\",\"author\":\"a\",\"title\":\"t\"}"))
                    .isEqualTo(201);
            AtomicBoolean goOn = new AtomicBoolean(true);
            Thread author = new Thread(() -> {
                for (int i = 0; goOn.get(); i++) {
                    try {
                        int status = send(
                                first, i % 2 == 0 ? "A" : "B", "/d/edits", "{\"author\":\"a\",\"append\":[\"x\"]}");
                        acknowledged.addAndGet(status == 200 ? 1 : 0);
                    } catch (IOException stopped) {
                        return;
                    }
                }
            });
            author.start();
            while (acknowledged.get() < 20) {
                Thread.onSpinWait();
            }
            first.terminate();
            goOn.set(false);
            author.join(30_000);
        }
        try (Served second = new Served(data)) {
            HttpResponse<String> read = HTTP.send(
                    HttpRequest.newBuilder(URI.create(second.places.get("B") + "/d"))
                            .build(),
                    BodyHandlers.ofString());
            int found = Integer.parseInt(read.body().replaceAll(".*\"edits\":(\\d+).*", "$1"));
            System.out.println(acknowledged + " edits were acknowledged before SIGTERM, " + found + " are there");
            assertThat(found).isBetween(acknowledged.get(), acknowledged.get() + 1);
            second.terminate();
        }
    }

    private static int send(Served served, String node, String path, String json) throws IOException {
        try {
            return HTTP.send(
                            HttpRequest.newBuilder(URI.create(served.places.get(node) + path))
                                    .header("Content-Type", "application/json")
                                    .POST(BodyPublishers.ofString(json))
                                    .build(),
                            BodyHandlers.ofString())
                    .statusCode();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Test
    void aTakenPortIsSaidInASentence() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ServeOptions options = new ServeOptions(Map.of("A", taken.getLocalPort(), "B", 0), 0, data, null);

            assertThatThrownBy(() -> Serving.start(options))
                    .hasMessageContaining("node A: port " + taken.getLocalPort()
                            + " of 127.0.0.1 is taken by another process: stop that one, or choose another port");
        }
    }

    /** As root, a test may write in every directory, so that a path below a file stands for one that cannot be written. */
    @Test
    void aDirectoryThatCannotBeIsSaidInASentence() throws IOException {
        Path file = Files.writeString(data.resolve("file"), "text");

        assertThatThrownBy(() -> Serving.start(new ServeOptions(Map.of("A", 0, "B", 0), 0, file, null)))
                .isInstanceOf(IOException.class)
                .hasMessage("documents cannot be kept in " + file
                        + ": it is no directory; choose another directory with --data=DIRECTORY");
        assertThatThrownBy(
                        () -> Serving.start(new ServeOptions(Map.of("A", 0, "B", 0), 0, file.resolve("below"), null)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("documents cannot be kept in " + file.resolve("below") + ": ")
                .hasMessageEndingWith("; choose another directory with --data=DIRECTORY");
        assertThat(Files.readString(file)).isEqualTo("text");
    }

    @Test
    void argumentsThatCannotBeAreNamed() {
        assertThat(ServeOptions.parse(List.of("--ports=9000,9001", "--token=long enough"))
                        .nodes())
                .isEqualTo(Map.of("A", 9000, "B", 9001));
        for (String wrong : List.of(
                "--port=1",
                "--ports=1",
                "--ports=1,70000",
                "--ports=9000,9000",
                "--page=x",
                "--page=8080",
                "--data=",
                "--data=a\0b",
                "--token=short",
                "--token=long enough ")) {
            assertThatThrownBy(() -> ServeOptions.parse(List.of(wrong))).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(Files.exists(data)).isTrue();
    }
}
