// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.state;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rehydrate.instance.ValueBag;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the last turn was part of, for the observer of the next one.
 *
 * @param parent in a form that observers read, or null if nothing is known
 */
public record Trace(@Nullable String parent) implements StatePart {

    /** Nothing is known. */
    public static final Trace NONE = new Trace(null);

    static final String NAME = "rehydrate.trace";

    private static final String PARENT = "parent";
    private static final int MAX_LENGTH = 256;

    static Trace of(ValueBag metadata) {
        JsonNode stored = Json.find(metadata, NAME);
        return stored == null ? NONE : new Trace(Json.textOrNull(stored, PARENT));
    }

    /**
     * What is known after a turn.
     *
     * @param told what the turn was part of, or null if it was not followed
     * @return that, or this one if nothing was told, or too much to be stored
     */
    public Trace after(@Nullable String told) {
        return told == null || told.length() > MAX_LENGTH ? this : new Trace(told);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<Instant> dueAt() {
        return Optional.empty();
    }

    @Override
    public Map<String, Payload> payloads() {
        return Map.of();
    }

    @Override
    public @Nullable JsonNode content() {
        return parent == null ? null : Json.object().put(PARENT, parent);
    }
}
