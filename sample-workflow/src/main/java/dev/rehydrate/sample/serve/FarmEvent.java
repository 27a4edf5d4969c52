// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.serve;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rehydrate.host.HostEvent;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened on the farm, as it goes from a node to the page.
 *
 * @param at when
 * @param node where
 * @param kind what, one word in lower case
 * @param document the id of the document, or of the instance where the key is not known, or null if it concerns the node
 * @param revision the state that was loaded or saved, or null
 * @param bytes how large the stored document is, or -1 where it is not known
 * @param micros how long the store needed, or 0
 */
record FarmEvent(
        Instant at,
        String node,
        String kind,
        @Nullable String document,
        @Nullable String revision,
        long bytes,
        long micros) {

    static final String PREFIX = "event ";

    private static final ObjectMapper JSON = new ObjectMapper();

    /** What a host did to an instance; the rest does not concern the page. */
    static Optional<FarmEvent> of(HostEvent event) {
        if (event.instance() == null) {
            return Optional.empty();
        }
        String document = event.key() == null
                ? event.instance().toString()
                : documentIn(event.key().text());
        return Optional.of(new FarmEvent(
                event.at(),
                event.node(),
                event.kind().name().toLowerCase(Locale.ROOT),
                document,
                event.revision() == null ? null : event.revision().toString(),
                event.bytes().orElse(-1),
                event.took().toNanos() / 1000));
    }

    /** The text of a key names the part and its length before the id of the document. */
    private static String documentIn(String keyText) {
        return keyText.replaceFirst("^.*?,\\d+:id,\\d+:(.*),$", "$1");
    }

    /** Something that a node as a whole did, or that was done to it. */
    static FarmEvent ofNode(Instant at, String node, String kind) {
        return new FarmEvent(at, node, kind, null, null, -1, 0);
    }

    ObjectNode json() {
        return JSON.createObjectNode()
                .put("at", at.toString())
                .put("node", node)
                .put("kind", kind)
                .put("document", document)
                .put("revision", revision)
                .put("bytes", bytes)
                .put("micros", micros);
    }

    /** One line of text. */
    String line() {
        return PREFIX + json();
    }

    /** Reads what {@link #line} has made. */
    static FarmEvent parse(String line) {
        try {
            JsonNode json = JSON.readTree(line.substring(PREFIX.length()));
            return new FarmEvent(
                    Instant.parse(json.path("at").asText()),
                    json.path("node").asText(),
                    json.path("kind").asText(),
                    text(json, "document"),
                    text(json, "revision"),
                    json.path("bytes").asLong(-1),
                    json.path("micros").asLong());
        } catch (JsonProcessingException notJson) {
            throw new IllegalArgumentException("not an event: " + line, notJson);
        }
    }

    private static @Nullable String text(JsonNode json, String name) {
        return json.path(name).isTextual() ? json.path(name).textValue() : null;
    }
}
