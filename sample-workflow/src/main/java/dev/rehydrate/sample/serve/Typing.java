// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.serve;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rehydrate.sample.client.Request;
import dev.rehydrate.time.TimeSource;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Brings what is typed on the page to a node, as any client would: the page comes from a process that keeps no document. Safe for
 * use by many threads.
 */
final class Typing {

    private static final String AUTHOR = "the page";
    private static final Duration CONNECT = Duration.ofSeconds(2);
    private static final Duration ANSWER = Duration.ofSeconds(8);
    private static final int CREATED_OR_OK = 2;
    private static final int UNKNOWN_DOCUMENT = 404;
    private static final int EXISTS = 409;
    private static final int UNAVAILABLE = 503;
    private static final int HUNDREDS = 100;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final ServedFarm farm;
    private final TimeSource time;
    private final AtomicInteger turn = new AtomicInteger();
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .build();

    Typing(ServedFarm farm, TimeSource time) {
        this.farm = farm;
        this.time = time;
    }

    /**
     * Writes a document: its whole text, as its first paragraph.
     *
     * @param document its id
     * @param text its text
     * @param choice the name of a node, or anything else for the next one that runs
     * @return what the node answered, with its name and how long it took
     */
    ObjectNode write(String document, String text, String choice) {
        Optional<NodeProcess> node = node(choice);
        if (node.isEmpty()) {
            return problem(choice, "node " + choice + " does not run: bring it back, or choose another one");
        }
        long begin = time.nanoTime();
        try {
            HttpResponse<String> answer = edit(node.get().uri(), document, text);
            if (answer.statusCode() == UNKNOWN_DOCUMENT) {
                answer = create(node.get().uri(), document, text);
            }
            if (answer.statusCode() == EXISTS) {
                answer = edit(node.get().uri(), document, text);
            }
            ObjectNode said = JSON.createObjectNode()
                    .put("node", node.get().name())
                    .put("status", answer.statusCode())
                    .put("saved", answer.statusCode() / HUNDREDS == CREATED_OR_OK)
                    .put("revision", answer.headers().firstValue("ETag").orElse(""))
                    .put("millis", Duration.ofNanos(time.nanoTime() - begin).toMillis());
            said.put("detail", JSON.readTree(answer.body()).path("detail").asText(""));
            return said;
        } catch (IOException gone) {
            return problem(node.get().name(), "node " + node.get().name() + " did not answer; the text is sent again");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return problem(node.get().name(), "the page is being stopped");
        }
    }

    private Optional<NodeProcess> node(String choice) {
        if (farm.names().contains(choice)) {
            return farm.node(choice);
        }
        List<NodeProcess> running =
                farm.names().stream().flatMap(name -> farm.node(name).stream()).toList();
        return running.isEmpty()
                ? Optional.empty()
                : Optional.of(running.get(Math.floorMod(turn.getAndIncrement(), running.size())));
    }

    private static ObjectNode problem(String node, String detail) {
        return JSON.createObjectNode()
                .put("node", node)
                .put("status", UNAVAILABLE)
                .put("saved", false)
                .put("detail", detail);
    }

    private HttpResponse<String> edit(URI node, String document, String text) throws IOException, InterruptedException {
        ObjectNode json = Request.json().put("author", AUTHOR);
        json.putObject("replace").put("paragraph", 1).put("text", text);
        return send(node, Request.edit(document, json, null));
    }

    private HttpResponse<String> create(URI node, String document, String text)
            throws IOException, InterruptedException {
        ObjectNode json =
                Request.json().put("id", document).put("author", AUTHOR).put("title", document);
        json.putArray("paragraphs").add(text);
        return send(node, Request.create(document, json));
    }

    private HttpResponse<String> send(URI node, Request request) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create(node + request.path()))
                        .timeout(ANSWER)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(String.valueOf(request.body())))
                        .build(),
                BodyHandlers.ofString());
    }
}
