// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.transfer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;

/** JSON on one line, as every command writes it and an import reads it. */
public final class JsonLine {

    /** A value may be larger than a parser takes by default, and its base64 is a third longer. The store has a limit of its own. */
    private static final ObjectMapper MAPPER = new ObjectMapper(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build());

    private JsonLine() {}

    /**
     * Writes JSON.
     *
     * @param json any value
     * @return the value without line breaks, which loses nothing when it is encoded as UTF-8
     */
    public static String of(JsonNode json) {
        return withoutHalfPairs(json.toString());
    }

    /** Java has texts with half a surrogate pair, for which UTF-8 has no form. In JSON, they stand in texts and names only. */
    private static String withoutHalfPairs(String json) {
        StringBuilder escaped = null;
        int done = 0;
        for (int at = 0; at < json.length(); at++) {
            if (!Character.isSurrogate(json.charAt(at))) {
                continue;
            }
            if (Character.isSupplementaryCodePoint(json.codePointAt(at))) {
                at++;
                continue;
            }
            escaped = escaped == null ? new StringBuilder(json.length() + 16) : escaped;
            escaped.append(json, done, at).append(String.format("\\u%04x", (int) json.charAt(at)));
            done = at + 1;
        }
        return escaped == null
                ? json
                : escaped.append(json, done, json.length()).toString();
    }

    /**
     * Reads a line.
     *
     * @param line one JSON value
     * @return the value
     * @throws JsonProcessingException if it is not JSON
     * @throws IllegalArgumentException if there is no value on it, or more than one: the others would be left out
     */
    public static JsonNode read(String line) throws JsonProcessingException {
        try (JsonParser parser = MAPPER.createParser(line)) {
            JsonNode value = MAPPER.readTree(parser);
            if (value == null || parser.nextToken() != null) {
                throw new IllegalArgumentException("there is not one object on it, but "
                        + (value == null ? "none" : "more; a line break may be missing"));
            }
            return value;
        } catch (JsonProcessingException notJson) {
            throw notJson;
        } catch (IOException ofText) {
            throw new UncheckedIOException(ofText);
        }
    }
}
