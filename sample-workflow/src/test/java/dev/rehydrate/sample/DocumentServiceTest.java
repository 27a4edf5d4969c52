// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentServiceTest {

    private static final int EDITS = 15;

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
    void aDocumentGoesOnAtWhicheverNodeIsAskedNext() {
        HttpResponse<String> created = farm.create(0, "d", "one");
        HttpResponse<String> edited = farm.append(1, "d", "two");
        farm.append(0, "d", "three");
        HttpResponse<String> read = farm.get(1, "/documents/d");

        assertThat(created.statusCode()).isEqualTo(201);
        assertThat(created.headers().firstValue("Location")).hasValue("/documents/d");
        assertThat(created.headers().firstValue("X-Rehydrate-Node")).hasValue("A");
        assertThat(edited.headers().firstValue("X-Rehydrate-Node")).hasValue("B");
        assertThat(read.headers().firstValue("X-Rehydrate-Instance"))
                .isEqualTo(created.headers().firstValue("X-Rehydrate-Instance"));
        assertThat(texts(read)).containsExactly("one", "two", "three");
        assertThat(OpenFarm.json(read).path("edits").asInt()).isEqualTo(2);
        assertThat(farm.documentsInMemory()).isZero();
    }

    @Test
    void readingDoesNotChangeTheEntityTagAndEditingDoes() {
        String created = OpenFarm.entityTag(farm.create(0, "d"));

        assertThat(OpenFarm.entityTag(farm.get(1, "/documents/d"))).isEqualTo(created);
        assertThat(OpenFarm.entityTag(farm.append(1, "d", "x", "If-Match", created)))
                .isNotEqualTo(created);
    }

    @Test
    void aSubmittedDocumentIsGoneAndItsIdCanBeUsedAgain() {
        farm.create(0, "d", "of the first life");
        String first = OpenFarm.entityTag(farm.append(1, "d", "more of it"));

        HttpResponse<String> submitted = farm.submit(0, "d");
        int after = farm.get(1, "/documents/d").statusCode();
        List<String> left = farm.stored();
        HttpResponse<String> again = farm.create(1, "d", "of the second");
        HttpResponse<String> late = farm.append(0, "d", "late", "If-Match", first);

        assertThat(texts(submitted)).containsExactly("of the first life", "more of it");
        assertThat(after).isEqualTo(404);
        assertThat(left).isEmpty();
        assertThat(again.statusCode()).isEqualTo(201);
        assertThat(late.statusCode()).isEqualTo(412);
        assertThat(texts(farm.get(0, "/documents/d"))).containsExactly("of the second");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INV/2024/0117",
                "..hidden/../notes",
                "a b+c&d=e?f#g%20h;i:j@k",
                "протокол № 12",
                "会议记录",
                "ملاحظات",
                "👩‍🚀🚀",
                "\"'<>\\^`{|}~"
            })
    void anyIdFindsItsDocument(String id) {
        HttpResponse<String> created = farm.create(0, id, "text");

        HttpResponse<String> found =
                farm.get(1, created.headers().firstValue("Location").orElseThrow());

        assertThat(found.statusCode()).isEqualTo(200);
        assertThat(OpenFarm.json(found).path("id").asText()).isEqualTo(id);
        assertThat(farm.append(0, id, "more").statusCode()).isEqualTo(200);
    }

    @Test
    void anAccentTypedInTwoWaysMeansOneDocument() {
        farm.create(0, "re\u0301sume\u0301", "text");

        HttpResponse<String> found = farm.get(1, OpenFarm.path("r\u00e9sum\u00e9"));

        assertThat(found.statusCode()).isEqualTo(200);
        assertThat(OpenFarm.json(found).path("id").asText()).isEqualTo("re\u0301sume\u0301");
    }

    @Test
    void idsThatDifferInCaseOrSpaceAreDifferentDocuments() {
        List<Integer> statuses = Stream.of("memo", "Memo", " memo", "memo ")
                .map(id -> farm.create(0, id).statusCode())
                .toList();

        assertThat(statuses).containsOnly(201);
        assertThat(farm.stored()).hasSize(4);
    }

    @Test
    void anEditIsDoneInFullAndInItsOrder() {
        farm.create(0, "d", "one", "two", "three");
        String content = Base64.getEncoder().encodeToString(new byte[] {1, 2, 3});

        HttpResponse<String> edited = farm.post(
                1,
                "/documents/d/edits",
                "{\"author\": \"Zoë\", \"title\": \"new\", \"replace\": {\"paragraph\": 1, \"text\": \"ONE\"},"
                        + " \"remove\": 2, \"append\": [\"four\", \"five\"],"
                        + " \"attachment\": {\"name\": \"naïve.bin\", \"content\": \"" + content + "\"}}");

        JsonNode json = OpenFarm.json(edited);
        assertThat(texts(edited)).containsExactly("ONE", "three", "four", "five");
        assertThat(json.path("title").asText()).isEqualTo("new");
        assertThat(json.path("attachment").path("bytes").asInt()).isEqualTo(3);
        assertThat(json.path("authors").get(1).asText()).isEqualTo("Zoë");
        HttpResponse<String> attachment = farm.get(0, "/documents/d/attachment");
        assertThat(attachment.body()).isEqualTo("\u0001\u0002\u0003");
        assertThat(attachment.headers().firstValue("Content-Disposition"))
                .hasValue("attachment; filename*=UTF-8''na%C3%AFve.bin");
    }

    @Test
    void headSaysWhatGetWouldWithoutTheDocument() {
        farm.create(0, "d", "text");
        HttpResponse<String> get = farm.get(0, "/documents/d");

        HttpResponse<String> head = OpenFarm.send(HttpRequest.newBuilder(URI.create(farm.uri(1) + "/documents/d"))
                .method("HEAD", BodyPublishers.noBody()));

        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(head.headers().firstValue("Content-Length"))
                .isEqualTo(get.headers().firstValue("Content-Length"));
        assertThat(OpenFarm.entityTag(head)).isEqualTo(OpenFarm.entityTag(get));
    }

    @Test
    void ofManyThatCreateOneDocumentAtOnceExactlyOneDoes() throws Exception {
        List<Integer> statuses = atOnce(IntStream.range(0, 8)
                .<Callable<Integer>>mapToObj(
                        n -> () -> farm.create(n % 2, "contested", "by " + n).statusCode())
                .toList());

        assertThat(statuses).containsOnly(201, 409).containsOnlyOnce(201);
        assertThat(farm.stored()).hasSize(1);
    }

    @Test
    void twoAuthorsWhoEditOneDocumentOnTwoNodesLoseNothing() throws Exception {
        farm.create(0, "shared");

        List<Integer> edits = atOnce(List.of(() -> editAll("Ann", 0), () -> editAll("Ben", 1)));

        JsonNode document = OpenFarm.json(farm.get(0, "/documents/shared"));
        assertThat(texts(document))
                .hasSize(2 * EDITS)
                .containsSubsequence(names("Ann"))
                .containsSubsequence(names("Ben"));
        assertThat(document.path("edits").asInt()).isEqualTo(2 * EDITS);
        assertThat(edits).containsOnly(EDITS);
        assertThat(farm.documentsInMemory()).isZero();
    }

    /** Edits as a careful author does: only what was seen, from the next node each time, again after a conflict. */
    private int editAll(String author, int firstNode) {
        int turn = firstNode;
        int done = 0;
        while (done < EDITS) {
            String seen = OpenFarm.entityTag(farm.get(turn++ % 2, "/documents/shared"));
            String text = names(author).get(done);
            int status =
                    farm.append(turn++ % 2, "shared", text, "If-Match", seen).statusCode();
            assertThat(status).isIn(200, 412, 423);
            done += status == 200 ? 1 : 0;
        }
        return done;
    }

    private static List<String> names(String author) {
        return IntStream.range(0, EDITS).mapToObj(n -> author + " " + n).toList();
    }

    private static <T> List<T> atOnce(List<Callable<T>> tasks) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> future : threads.invokeAll(tasks, OpenFarm.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                results.add(future.get(1, TimeUnit.SECONDS));
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    private static List<String> texts(HttpResponse<String> response) {
        return texts(OpenFarm.json(response));
    }

    private static List<String> texts(JsonNode document) {
        List<String> texts = new ArrayList<>();
        document.path("paragraphs").forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
