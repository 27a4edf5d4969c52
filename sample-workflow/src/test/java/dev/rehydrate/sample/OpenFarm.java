// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.sample.farm.Farm;
import dev.rehydrate.sample.farm.StoreKind;
import dev.rehydrate.sample.http.ServerSettings;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryData;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** A farm with a plain HTTP client before it, and an observer behind it. */
final class OpenFarm implements AutoCloseable {

    /** For what must come anyway: longer than it takes where the machine has much else to do. */
    static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();

    private final Farm farm;
    private final InstanceStore observer;
    private final OwnerId watching;

    private OpenFarm(Farm farm, InstanceStore observer) {
        this.farm = farm;
        this.observer = observer;
        this.watching =
                observer.execute(observer.createHandle(), new CreateOwner(OwnerDescription.anonymous()), PATIENCE);
    }

    /** No request is given up early: most tests are about answers, and not about deadlines. */
    static OpenFarm start() throws IOException {
        return start(ServerSettings.DEFAULT.withCallDeadline(PATIENCE), options -> options);
    }

    static OpenFarm start(ServerSettings settings, UnaryOperator<StoreOptions> nodes) throws IOException {
        MemoryData data = new MemoryData();
        StoreOptions options = StoreKind.options();
        Farm farm = Farm.start(() -> MemoryInstanceStore.open(data, nodes.apply(options)), settings, event -> {});
        return new OpenFarm(farm, MemoryInstanceStore.open(data, options));
    }

    URI uri(int node) {
        return farm.uris().get(node);
    }

    int documentsInMemory() {
        return farm.documentsInMemory();
    }

    InstanceStore observer() {
        return observer;
    }

    OwnerId watching() {
        return watching;
    }

    /** Everything that is stored, each with its state. */
    List<String> stored() {
        try (InstanceHandle handle = observer.createHandle(watching)) {
            InstanceQuery all =
                    InstanceQuery.builder().page(0, InstanceQuery.MAX_LIMIT).build();
            InstancePage page = observer.execute(handle, new QueryInstances(all), PATIENCE);
            return page.entries().stream()
                    .map(entry -> entry.header().id() + " " + entry.header().revision() + " " + entry.promoted())
                    .sorted()
                    .collect(Collectors.toList());
        }
    }

    HttpResponse<String> get(int node, String path) {
        return send(HttpRequest.newBuilder(URI.create(uri(node) + path)));
    }

    HttpResponse<String> post(int node, String path, String json, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(uri(node) + path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json));
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    HttpResponse<String> create(int node, String id, String... paragraphs) {
        var json = MAPPER.createObjectNode().put("id", id).put("author", "Ann").put("title", "A title");
        List.of(paragraphs).forEach(json.putArray("paragraphs")::add);
        return post(node, "/documents", json.toString());
    }

    HttpResponse<String> append(int node, String id, String text, String... headers) {
        var json = MAPPER.createObjectNode().put("author", "Ben");
        json.putArray("append").add(text);
        return post(node, path(id) + "/edits", json.toString(), headers);
    }

    HttpResponse<String> submit(int node, String id) {
        return post(node, path(id) + "/submit", "{\"author\": \"Ann\"}");
    }

    static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return HTTP.send(request.timeout(PATIENCE).build(), BodyHandlers.ofString());
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException("no answer", failed);
        }
    }

    static String path(String id) {
        return "/documents/" + URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
    }

    static JsonNode json(HttpResponse<String> response) {
        try {
            return MAPPER.readTree(response.body());
        } catch (IOException notJson) {
            throw new AssertionError("not JSON: " + response.body(), notJson);
        }
    }

    static String entityTag(HttpResponse<?> response) {
        return response.headers().firstValue("ETag").orElseThrow();
    }

    @Override
    public void close() {
        try {
            farm.close();
        } finally {
            observer.close();
        }
    }
}
