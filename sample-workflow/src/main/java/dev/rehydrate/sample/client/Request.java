// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks about one document.
 *
 * @param document the id of the document
 * @param path where, as it goes over the wire
 * @param body what to POST, or null to GET
 * @param ifMatch the ETag that the document must have, or null for any
 */
public record Request(
        String document,
        String path,
        @Nullable JsonNode body,
        @Nullable String ifMatch) {

    /** Checks that nothing is missing. */
    public Request {
        Objects.requireNonNull(document, "document");
        Objects.requireNonNull(path, "path");
    }

    /** {@return a body without fields} */
    public static ObjectNode json() {
        return JsonNodeFactory.instance.objectNode();
    }

    /**
     * Creates a document.
     *
     * @param document its id
     * @param body the message
     * @return the request
     */
    public static Request create(String document, JsonNode body) {
        return new Request(document, "/documents", body, null);
    }

    /**
     * Reads a document.
     *
     * @param document its id
     * @return the request
     */
    public static Request read(String document) {
        return new Request(document, "/documents/" + encoded(document), null, null);
    }

    /**
     * Downloads what is attached to a document.
     *
     * @param document its id
     * @return the request
     */
    public static Request attachment(String document) {
        return new Request(document, "/documents/" + encoded(document) + "/attachment", null, null);
    }

    /**
     * Edits a document.
     *
     * @param document its id
     * @param body the message
     * @param ifMatch the ETag of the document as its author has seen it, or null
     * @return the request
     */
    public static Request edit(String document, JsonNode body, @Nullable String ifMatch) {
        return new Request(document, "/documents/" + encoded(document) + "/edits", body, ifMatch);
    }

    /**
     * Submits a document.
     *
     * @param document its id
     * @param body the message
     * @param ifMatch the ETag of the document as its author has seen it, or null
     * @return the request
     */
    public static Request submit(String document, JsonNode body, @Nullable String ifMatch) {
        return new Request(document, "/documents/" + encoded(document) + "/submit", body, ifMatch);
    }

    private static String encoded(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
