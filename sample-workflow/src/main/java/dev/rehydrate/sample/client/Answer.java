// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;

/** What a node answered. */
public final class Answer {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final int status;
    private final HttpHeaders headers;
    private final byte[] body;
    private final Traffic traffic;

    /**
     * What it took.
     *
     * @param sent the size of the request's body, in bytes
     * @param nanos how long the client waited
     */
    public record Traffic(int sent, long nanos) {}

    Answer(int status, HttpHeaders headers, byte[] body, Traffic traffic) {
        this.status = status;
        this.headers = headers;
        this.body = body;
        this.traffic = traffic;
    }

    /** {@return the HTTP status} */
    public int status() {
        return status;
    }

    /** {@return whether the request was done} */
    public boolean isDone() {
        return status >= 200 && status < 300;
    }

    /** {@return the node that answered} */
    public String node() {
        return header("X-Rehydrate-Node");
    }

    /** {@return the ETag with its quotes, or empty text} */
    public String entityTag() {
        return header("ETag");
    }

    /**
     * Reads a header.
     *
     * @param name its name
     * @return its value, or empty text
     */
    public String header(String name) {
        return headers.firstValue(name).orElse("");
    }

    /** {@return the body as it came} */
    public byte[] body() {
        return body.clone();
    }

    /**
     * Reads the body.
     *
     * @return the body as JSON
     * @throws IllegalStateException if it is not
     */
    public JsonNode json() {
        try {
            return MAPPER.readTree(new String(body, StandardCharsets.UTF_8));
        } catch (JsonProcessingException notJson) {
            throw new IllegalStateException(
                    "the service answered " + status + " with something else than JSON", notJson);
        }
    }

    /** {@return what it took} */
    public Traffic traffic() {
        return traffic;
    }
}
