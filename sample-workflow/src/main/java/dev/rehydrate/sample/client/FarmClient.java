// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rehydrate.time.TimeSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Sends no two requests about one document to the same node in a row: the opposite of a sticky session, and the hardest case
 * for a farm. Not safe for use by many threads.
 */
public final class FarmClient implements AutoCloseable {

    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(30);

    private final Supplier<List<URI>> nodes;
    private final TimeSource time;
    private final ExecutorService threads;
    private final HttpClient http;
    private final Map<String, Integer> next = new HashMap<>();

    /**
     * Makes a client.
     *
     * @param nodes where the nodes can be reached, asked before each request
     * @param time measures how long answers take
     */
    public FarmClient(Supplier<List<URI>> nodes, TimeSource time) {
        this.nodes = nodes;
        this.time = time;
        this.threads = Executors.newFixedThreadPool(2, task -> {
            Thread thread = new Thread(task, "farm-client");
            thread.setDaemon(true);
            return thread;
        });
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT)
                .executor(threads)
                .build();
    }

    /**
     * Sends a request to the node whose turn it is.
     *
     * @param request what to ask
     * @return the answer, whatever its status
     * @throws UncheckedIOException if there is none
     */
    public Answer send(Request request) {
        JsonNode json = request.body();
        byte[] body = json == null ? new byte[0] : json.toString().getBytes(StandardCharsets.UTF_8);
        long startedAt = time.nanoTime();
        HttpResponse<byte[]> response = exchange(message(request, body));
        Answer.Traffic traffic = new Answer.Traffic(body.length, time.nanoTime() - startedAt);
        return new Answer(response.statusCode(), response.headers(), response.body(), traffic);
    }

    private HttpRequest message(Request request, byte[] body) {
        HttpRequest.Builder message = HttpRequest.newBuilder(URI.create(turn(request.document()) + request.path()))
                .timeout(ANSWER);
        if (request.body() != null) {
            message.header("Content-Type", "application/json").POST(BodyPublishers.ofByteArray(body));
        }
        if (request.ifMatch() != null) {
            message.header("If-Match", request.ifMatch());
        }
        return message.build();
    }

    /** Documents begin on different nodes, and then go round. */
    private URI turn(String document) {
        int turn = next.merge(document, next.size(), (last, first) -> last + 1);
        List<URI> all = nodes.get();
        return all.get(turn % all.size());
    }

    private HttpResponse<byte[]> exchange(HttpRequest message) {
        try {
            return http.send(message, BodyHandlers.ofByteArray());
        } catch (IOException failed) {
            throw new UncheckedIOException("no answer from " + message.method() + " " + message.uri(), failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            CancellationException cancelled = new CancellationException("interrupted while waiting for an answer");
            cancelled.initCause(interrupted);
            throw cancelled;
        }
    }

    /** Ends the client's threads. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
