// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.correlation;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Correlates JSON messages by what is found at JSON Pointers (RFC 6901). Text is taken as it is, a boolean as {@code true} or
 * {@code false}, a number by its value, so that {@code 42}, {@code 42.0} and {@code "42"} mean the same; null, objects and
 * arrays count as missing. Each method returns a new correlation and leaves this one as it is.
 */
public final class JsonCorrelation implements Correlation<JsonNode> {

    private final ContentCorrelation<JsonNode> content;

    JsonCorrelation(ContentCorrelation<JsonNode> content) {
        this.content = content;
    }

    /**
     * Adds a part.
     *
     * @param name the name under which the value is hashed; changing it changes every key
     * @param pointer where the value is, for example {@code /document/id}
     * @return a correlation with one part more
     * @throws IllegalArgumentException if the name is blank or already used, or the pointer is not one
     */
    public JsonCorrelation pointer(String name, String pointer) {
        return new JsonCorrelation(content.part(name, JsonPart.at(pointer)));
    }

    /**
     * Chooses how the key is computed. All hosts and clients of one scope must choose the same.
     *
     * @param chosen the algorithm
     * @return the same correlation with another algorithm
     * @throws IllegalArgumentException if the algorithm takes two of the names for one
     */
    public JsonCorrelation hashedBy(KeyAlgorithm chosen) {
        return new JsonCorrelation(content.hashedBy(chosen));
    }

    /**
     * Computes the key of a message.
     *
     * @param message the message
     * @return the key with the text it was made from
     * @throws CorrelationException if no part has a value, or a value is too long or not well-formed text
     * @throws IllegalStateException if this correlation has no parts
     */
    public CorrelationKey keyOf(JsonNode message) {
        return content.keyOf(message);
    }

    @Override
    public Destination destinationOf(JsonNode message) {
        return content.destinationOf(message);
    }
}
