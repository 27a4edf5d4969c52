// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** A reply before it is sent. */
final class Reply {

    private final int status;
    private final byte[] body;
    private final Map<String, String> headers = new LinkedHashMap<>();

    private Reply(int status, String mediaType, byte[] body) {
        this.status = status;
        this.body = body;
        header("Content-Type", mediaType);
    }

    static Reply json(int status, String mediaType, Consumer<ObjectNode> fields) {
        ObjectNode json = Json.object();
        fields.accept(json);
        return new Reply(status, mediaType, Json.bytes(json));
    }

    static Reply bytes(int status, byte[] content) {
        return new Reply(status, "application/octet-stream", content);
    }

    /** Adds a header; the value is known to have no line breaks. */
    Reply header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    int status() {
        return status;
    }

    byte[] body() {
        return body;
    }

    Map<String, String> headers() {
        return headers;
    }
}
