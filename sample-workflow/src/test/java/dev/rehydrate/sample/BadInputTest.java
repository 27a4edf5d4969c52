// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is wrong is refused with a reason, stores nothing, and learns nothing. */
class BadInputTest {

    private static final String SECRET = "SECRET-OF-ANOTHER";
    private static final String JSON = "application/json";

    private static OpenFarm farm;

    @BeforeAll
    static void startWithADocumentAndASecretOne() throws IOException {
        farm = OpenFarm.start();
        farm.create(0, "mine", "first");
        farm.create(1, SECRET, SECRET);
        farm.create(0, "submitted", "first");
        farm.submit(1, "submitted");
    }

    @AfterAll
    static void stop() {
        farm.close();
    }

    /** One bad request, and how it must be answered. */
    record Bad(String what, Sent sent, int status, String kind, String detail) {
        @Override
        public String toString() {
            return what + " is " + status + " " + kind;
        }
    }

    /** A request; each character of the body is one byte of it. */
    record Sent(String method, String path, String body, List<String> headers) {
        Sent with(String header, String value) {
            return new Sent(
                    method,
                    path,
                    body,
                    Stream.concat(headers.stream(), Stream.of(header, value)).toList());
        }
    }

    private static Sent post(String path, String body) {
        return new Sent("POST", path, new String(body.getBytes(UTF_8), ISO_8859_1), List.of("Content-Type", JSON));
    }

    private static Sent plain(String method, String path) {
        return new Sent(method, path, "", List.of());
    }

    private static Bad body(String what, String body, String detail) {
        return new Bad(what, post("/documents", body), 400, "malformed-body", detail);
    }

    private static Bad edit(String what, String body, int status, String detail) {
        return new Bad(
                what,
                post("/documents/mine/edits", body),
                status,
                status == 400 ? "malformed-body" : "edit-refused",
                detail);
    }

    static List<Bad> bodies() {
        return List.of(
                body("half an object", "{\"id\": \"x\", ", "not JSON, at line 1"),
                body("an empty body", "", "empty"),
                body("an array", "[1]", "an array, not an object"),
                body("a second value", "{\"id\":\"x\",\"author\":\"a\",\"title\":\"t\"} {}", "not JSON"),
                body("a name twice", "{\"id\": \"x\", \"id\": \"y\"}", "not JSON"),
                body("a deep array", "{\"paragraphs\": " + "[".repeat(100_000), "not JSON"),
                body("no author", "{\"id\": \"x\", \"title\": \"t\"}", "author is missing"),
                body("a blank author", "{\"id\": \"x\", \"author\": \" \", \"title\": \"t\"}", "author is blank"),
                body("no title", "{\"id\": \"x\", \"author\": \"a\"}", "title is missing"),
                body(
                        "an unknown field",
                        "{\"id\": \"x\", \"titel\": \"t\"}",
                        "known are id, author, title, paragraphs"),
                body("a number as id", "{\"id\": 7, \"author\": \"a\", \"title\": \"t\"}", "id is a number, not text"),
                body("null as id", "{\"id\": null, \"author\": \"a\", \"title\": \"t\"}", "id is a null, not text"),
                body("an object as title", "{\"id\":\"x\",\"author\":\"a\",\"title\":{}}", "an object, not text"),
                body(
                        "text as paragraphs",
                        "{\"id\":\"x\",\"author\":\"a\",\"title\":\"t\",\"paragraphs\":\"p\"}",
                        "not an array of texts"),
                body(
                        "a number as paragraph",
                        "{\"id\":\"x\",\"author\":\"a\",\"title\":\"t\",\"paragraphs\":[\"p\",1]}",
                        "paragraphs[1] is a number"),
                body(
                        "half a surrogate pair",
                        "{\"id\":\"x\",\"author\":\"a\",\"title\":\"\\ud800\"}",
                        "half a surrogate pair"),
                new Bad(
                        "another encoding",
                        new Sent("POST", "/documents", "{\u00ff", List.of("Content-Type", JSON)),
                        400,
                        "malformed-body",
                        "not UTF-8"));
    }

    static List<Bad> ids() {
        String rest = ", \"author\": \"a\", \"title\": \"t\"}";
        return List.of(
                new Bad(
                        "no id",
                        post("/documents", "{\"author\": \"a\", \"title\": \"t\"}"),
                        400,
                        "missing-document-id",
                        "missing"),
                new Bad(
                        "a blank id",
                        post("/documents", "{\"id\": \"\\u2003 \"" + rest),
                        400,
                        "missing-document-id",
                        "missing"),
                new Bad(
                        "a long id",
                        post("/documents", "{\"id\": \"" + "x".repeat(201) + "\"" + rest),
                        400,
                        "unusable-document-id",
                        "at most 200"),
                new Bad(
                        "dots as id",
                        post("/documents", "{\"id\": \"..\"" + rest),
                        400,
                        "unusable-document-id",
                        "dots"),
                new Bad(
                        "a bell in the id",
                        post("/documents", "{\"id\": \"x\\u0007\"" + rest),
                        400,
                        "unusable-document-id",
                        "control"),
                new Bad("no id in the path", plain("GET", "/documents/"), 400, "missing-document-id", "missing"),
                new Bad("encoded dots", plain("GET", "/documents/%2e%2e"), 400, "unusable-document-id", "dots"),
                new Bad("half a character", plain("GET", "/documents/%c3"), 400, "malformed-path", "UTF-8"),
                new Bad(
                        "an id in use",
                        post("/documents", "{\"id\": \"mine\"" + rest),
                        409,
                        "document-exists",
                        "was left as it is"),
                new Bad(
                        "the secret id",
                        post("/documents", "{\"id\": \"" + SECRET + "\"" + rest),
                        409,
                        "document-exists",
                        "was left as it is"),
                new Bad("an unknown document", plain("GET", "/documents/nobodys"), 404, "unknown-document", "never"),
                new Bad(
                        "an edit of it",
                        post("/documents/nobodys/edits", "{\"author\":\"a\",\"append\":[\"x\"]}"),
                        404,
                        "unknown-document",
                        "never created"),
                new Bad(
                        "a submit of it",
                        post("/documents/nobodys/submit", "{\"author\": \"a\"}"),
                        404,
                        "unknown-document",
                        "never created"),
                new Bad(
                        "an edit after submit",
                        post("/documents/submitted/edits", "{\"author\":\"a\",\"append\":[\"x\"]}"),
                        404,
                        "unknown-document",
                        "it was submitted"),
                new Bad(
                        "a second submit",
                        post("/documents/submitted/submit", "{\"author\": \"a\"}"),
                        404,
                        "unknown-document",
                        "it was submitted"),
                new Bad(
                        "a look after submit",
                        plain("GET", "/documents/submitted"),
                        404,
                        "unknown-document",
                        "submitted"),
                new Bad("no attachment", plain("GET", "/documents/mine/attachment"), 404, "no-attachment", "nothing"));
    }

    static List<Bad> edits() {
        return List.of(
                edit("an empty edit", "{\"author\": \"a\"}", 400, "changes nothing"),
                edit("an edit without an author", "{\"append\": [\"x\"]}", 400, "author is missing"),
                edit("half a replace", "{\"author\": \"a\", \"replace\": {\"paragraph\": 1}}", 400, "replace.text"),
                edit("a list as replace", "{\"author\": \"a\", \"replace\": []}", 400, "not an object"),
                edit("more in replace", "{\"author\":\"a\",\"replace\":{\"by\":1}}", 400, "known are paragraph, text"),
                edit("text as number", "{\"author\": \"a\", \"remove\": \"1\"}", 400, "remove is text"),
                edit("a fraction", "{\"author\": \"a\", \"remove\": 1.5}", 400, "not a whole number"),
                edit("a huge number", "{\"author\": \"a\", \"remove\": 99999999999}", 400, "not a whole number"),
                edit(
                        "no base64",
                        "{\"author\":\"a\",\"attachment\":{\"name\":\"n\",\"content\":\"*\"}}",
                        400,
                        "base64"),
                edit("paragraph 0", "{\"author\": \"a\", \"remove\": 0}", 422, "no paragraph 0; the document has 1"),
                edit(
                        "paragraph 9",
                        "{\"author\":\"a\",\"replace\":{\"paragraph\":9,\"text\":\"x\"}}",
                        422,
                        "no paragraph 9"),
                edit("half an edit", "{\"author\":\"a\",\"title\":\"x\",\"remove\":2}", 422, "Nothing was changed"));
    }

    static List<Bad> headers() {
        Sent edit = post("/documents/mine/edits", "{\"author\": \"a\", \"append\": [\"x\"]}");
        Sent create = post("/documents", "{\"id\": \"new\", \"author\": \"a\", \"title\": \"t\"}");
        Sent untyped = new Sent("POST", "/documents", create.body(), List.of());
        return List.of(
                new Bad("a foreign ETag", edit.with("If-Match", "\"abc\""), 412, "stale-etag", "Nothing was changed"),
                new Bad("an old ETag", edit.with("If-Match", "\"0-1\""), 412, "stale-etag", "Nothing was changed"),
                new Bad("a weak ETag", edit.with("If-Match", "W/\"0-1\""), 412, "stale-etag", "Nothing was changed"),
                new Bad("no quotes", edit.with("If-Match", "0-1"), 400, "malformed-if-match", "one ETag"),
                new Bad("two ETags", edit.with("If-Match", "\"0-1\", \"0-2\""), 400, "malformed-if-match", "one ETag"),
                new Bad("an ETag to create", create.with("If-Match", "\"0-1\""), 412, "stale-etag", "to be created"),
                new Bad("no type", untyped, 415, "unsupported-media-type", "no Content-Type"),
                new Bad(
                        "plain text",
                        untyped.with("Content-Type", "text/plain"),
                        415,
                        "unsupported-media-type",
                        "json"),
                new Bad(
                        "Latin 1",
                        untyped.with("Content-Type", JSON + "; charset=iso-8859-1"),
                        415,
                        "unsupported-media-type",
                        "UTF-8"),
                new Bad("gzip", create.with("Content-Encoding", "gzip"), 415, "unsupported-media-type", "Encoding"),
                new Bad("PUT", plain("PUT", "/documents/mine"), 405, "method-not-allowed", "PUT is not possible"),
                new Bad("DELETE", plain("DELETE", "/documents/mine"), 405, "method-not-allowed", "DELETE"),
                new Bad("a list", plain("GET", "/documents"), 405, "method-not-allowed", "GET is not possible"),
                new Bad("a look at edits", plain("GET", "/documents/mine/edits"), 405, "method-not-allowed", "GET"),
                new Bad("the root", plain("GET", "/"), 404, "no-such-resource", "/documents"),
                new Bad("another path", plain("POST", "/documents/mine/burn"), 404, "no-such-resource", "/documents"),
                new Bad(
                        "a longer path",
                        plain("GET", "/documents/mine/edits/1"),
                        404,
                        "no-such-resource",
                        "/documents"));
    }

    static List<Bad> everything() {
        return Stream.of(bodies(), ids(), edits(), headers())
                .flatMap(List::stream)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("everything")
    void badInputIsRefusedWithAReasonAndStoresNothing(Bad bad) {
        List<String> before = farm.stored();

        HttpResponse<String> response = send(bad.sent());

        assertThat(response.statusCode()).as(response.body()).isEqualTo(bad.status());
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        JsonNode problem = OpenFarm.json(response);
        assertThat(problem.path("type").asText()).isEqualTo("urn:rehydrate:problem:" + bad.kind());
        assertThat(problem.path("status").asInt()).isEqualTo(bad.status());
        assertThat(problem.path("title").asText()).isNotBlank();
        assertThat(problem.path("detail").asText()).contains(bad.detail());
        assertThat(problem.path("remedy").asText()).isNotBlank();
        assertThat(problem.path("instance").asText()).isEqualTo(bad.sent().path());
        assertThat(response.body()).doesNotContain(SECRET, "Exception", "\tat ", "dev.rehydrate", "java.");
        assertThat(farm.stored()).isEqualTo(before);
        assertThat(farm.documentsInMemory()).isZero();
    }

    @Test
    void aMethodThatIsNotAllowedIsToldWhichAre() {
        assertThat(send(plain("DELETE", "/documents/mine")).headers().firstValue("Allow"))
                .hasValue("GET, HEAD");
        assertThat(send(plain("OPTIONS", "/documents")).headers().firstValue("Allow"))
                .hasValue("POST");
    }

    @Test
    void anOldEntityTagOfTheSameDocumentIsStale() {
        farm.create(0, "changing", "first");
        String old = OpenFarm.entityTag(farm.get(0, "/documents/changing"));
        farm.append(1, "changing", "second");

        HttpResponse<String> response = farm.append(0, "changing", "third", "If-Match", old);

        assertThat(response.statusCode()).isEqualTo(412);
        assertThat(OpenFarm.json(farm.get(1, "/documents/changing")).path("paragraphs"))
                .hasSize(2);
    }

    private static HttpResponse<String> send(Sent sent) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(farm.uri(0) + sent.path()))
                .method(sent.method(), BodyPublishers.ofString(sent.body(), ISO_8859_1));
        if (!sent.headers().isEmpty()) {
            request.headers(sent.headers().toArray(String[]::new));
        }
        return OpenFarm.send(request);
    }
}
