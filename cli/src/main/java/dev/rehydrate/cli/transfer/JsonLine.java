// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.transfer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rehydrate.instance.SafeText;
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

    /** What is below is escaped by each writer of JSON, or is printed. */
    private static final int FIRST_UNSAFE = 0x7f;

    private JsonLine() {}

    /**
     * Writes JSON.
     *
     * @param json any value
     * @return the value without line breaks of any kind and without characters that move a cursor, which loses nothing when it is
     *     encoded as UTF-8
     */
    public static String of(JsonNode json) {
        return withoutUnsafe(json.toString());
    }

    /**
     * A writer of JSON leaves C1 controls, the line separators of Unicode and half a surrogate pair as they are: terminals obey the
     * first, some readers of lines end a line at the second, and UTF-8 has no form for the third. In JSON, they stand in texts and
     * names only.
     */
    private static String withoutUnsafe(String json) {
        StringBuilder escaped = null;
        int done = 0;
        int at = 0;
        while (at < json.length()) {
            int point = json.codePointAt(at);
            int next = at + Character.charCount(point);
            if (point >= FIRST_UNSAFE && SafeText.isUnsafe(point)) {
                escaped = escaped == null ? new StringBuilder(json.length() + 16) : escaped;
                escaped.append(json, done, at);
                json.substring(at, next)
                        .chars()
                        .mapToObj(unit -> String.format("\\u%04x", unit))
                        .forEach(escaped::append);
                done = next;
            }
            at = next;
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
