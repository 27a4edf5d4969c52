// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rehydrate.instance.ValueBag;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The conversations of an instance. Each state is a value of its own, so that a turn that changes one saves that one.
 *
 * @param entries one for each name
 */
public record Conversations(List<Entry> entries) implements StatePart {

    static final String NAME = "rehydrate.conversation";

    /** No conversation. */
    public static final Conversations NONE = new Conversations(List.of());

    /** Copies the list. */
    public Conversations {
        entries = List.copyOf(entries);
    }

    /**
     * A conversation.
     *
     * @param name what names it within the instance
     * @param version grows with every state
     * @param state its state
     */
    public record Entry(String name, long version, Payload state) {}

    /**
     * Finds a conversation.
     *
     * @param name its name
     * @return the conversation, or empty
     */
    public Optional<Entry> find(String name) {
        return entries.stream().filter(entry -> entry.name().equals(name)).findFirst();
    }

    /**
     * Begins a conversation, or gives one that has begun another state.
     *
     * @param name its name
     * @param state its state
     * @return the conversations with it
     */
    public Conversations with(String name, Payload state) {
        long version = find(name).map(before -> before.version() + 1).orElse(1L);
        List<Entry> all = new ArrayList<>(without(name).entries());
        all.add(new Entry(name, version, state));
        return new Conversations(all);
    }

    /**
     * Ends a conversation, if there is one.
     *
     * @param name its name
     * @return the conversations without it
     */
    public Conversations without(String name) {
        return new Conversations(
                entries.stream().filter(entry -> !entry.name().equals(name)).toList());
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
        return entries.stream().collect(Collectors.toUnmodifiableMap(entry -> payloadName(entry.name()), Entry::state));
    }

    private static String payloadName(String conversation) {
        return NAME + "." + conversation;
    }

    @Override
    public @Nullable JsonNode content() {
        if (entries.isEmpty()) {
            return null;
        }
        ObjectNode stored = Json.object();
        ArrayNode list = stored.putArray("entries");
        entries.forEach(entry -> list.addObject().put("name", entry.name()).put("version", entry.version()));
        return stored;
    }

    static Conversations of(ValueBag metadata) {
        JsonNode stored = Json.find(metadata, NAME);
        return stored == null ? NONE : new Conversations(Json.list(stored, "entries", entry -> read(entry, metadata)));
    }

    private static Entry read(JsonNode entry, ValueBag metadata) {
        String name = entry.path("name").asText();
        return new Entry(name, entry.path("version").asLong(), Payload.in(metadata, payloadName(name)));
    }
}
