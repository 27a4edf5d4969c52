// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.example.plain.PlainNotes;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the starter saves: the same application twice, and how many lines of each are about store, host and their ends. */
class GlueTest {

    private static final Pattern NO_CODE = Pattern.compile("\\s*(//.*|/\\*\\*.*|\\*.*|import .*|package .*|})?\\s*");

    /** What an application says that puts store and host together itself. */
    private static final Pattern GLUE = Pattern.compile("InstanceStore|StoreOptions|StoreMeters|WorkflowHost\\.builder"
            + "|JacksonCodec|StoreHealth|ShutdownHook|\\.close\\(\\)");

    @Test
    void theApplicationWithTheStarterHasNoGlue() throws IOException {
        long plain = lines("plain/PlainNotes.java", ".*");
        long spring = lines("NotesApplication.java", ".*(" + GLUE + ").*")
                + lines("NotesController.java", ".*(" + GLUE + ").*");

        System.out.println("glue in lines of code: plain Java " + plain + ", Spring Boot with the starter " + spring);
        assertThat(spring).isZero();
        assertThat(plain).isGreaterThan(30);
    }

    @Test
    void thePlainApplicationDoesTheSame() throws Exception {
        System.setProperty("rehydrate.port", "0");
        System.setProperty(
                "rehydrate.cluster-name", "plain-" + ProcessHandle.current().pid());
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        try (PlainNotes notes = new PlainNotes(meters, 0)) {
            String url = "http://127.0.0.1:" + notes.port();

            assertThat(send(url + "/notes/n", "POST", "one")).isEqualTo("200 1");
            assertThat(send(url + "/notes/n", "GET", "")).isEqualTo("200 [one]");
            assertThat(send(url + "/health", "GET", "")).isEqualTo("200 ");
            assertThat(meters.get("rehydrate.command").timers()).isNotEmpty();
        } finally {
            System.clearProperty("rehydrate.port");
            System.clearProperty("rehydrate.cluster-name");
        }
    }

    private static String send(String url, String method, String body) throws Exception {
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(url))
                                .method(method, HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        return answer.statusCode() + " " + answer.body();
    }

    private static long lines(String file, String matching) throws IOException {
        Path sources = Path.of("src/main/java/dev/rehydrate/example");
        Path here = Files.exists(sources) ? sources : Path.of("..").resolve(sources);
        return Files.readAllLines(here.resolve(file)).stream()
                .filter(line -> !NO_CODE.matcher(line).matches())
                .filter(line -> line.matches(matching))
                .count();
    }
}
