// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rehydrate.instance.ValueBag;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The ids of the messages that an instance has processed lately, with their replies. They make calls with a message id
 * idempotent: a repeated message gets its first reply, and its handler does not run again.
 *
 * @param next the number of the next one
 * @param entries the messages, the oldest first
 */
public record ProcessedMessages(long next, List<Entry> entries) implements StatePart {

    static final String NAME = "rehydrate.handled";

    /** No message was processed. */
    public static final ProcessedMessages NONE = new ProcessedMessages(1, List.of());

    /** Copies the list. */
    public ProcessedMessages {
        entries = List.copyOf(entries);
    }

    /**
     * A processed message.
     *
     * @param number in which order
     * @param messageId the id that its sender gave it
     * @param at when
     * @param reply what was replied
     */
    public record Entry(long number, String messageId, Instant at, Payload reply) {

        private boolean isOlderThan(Duration age, Instant now) {
            return Duration.between(at, now).compareTo(age) > 0;
        }
    }

    /**
     * Remembers a message, and forgets what is beyond the limits.
     *
     * @param messageId its id
     * @param now the time
     * @param reply what is replied
     * @param limits how many are remembered, and for how long
     * @return what is remembered then
     */
    public ProcessedMessages with(String messageId, Instant now, Payload reply, Retention limits) {
        List<Entry> all = new ArrayList<>(entries);
        all.removeIf(entry -> entry.isOlderThan(limits.age(), now));
        all.add(new Entry(next, messageId, now, reply));
        int tooMany = Math.max(0, all.size() - limits.count());
        return new ProcessedMessages(next + 1, all.subList(tooMany, all.size()));
    }

    /**
     * Finds a message that is not too old.
     *
     * @param messageId its id
     * @param now the time
     * @param limits for how long messages are remembered
     * @return what was remembered, or empty
     */
    public Optional<Entry> find(String messageId, Instant now, Retention limits) {
        return entries.stream()
                .filter(entry -> entry.messageId().equals(messageId) && !entry.isOlderThan(limits.age(), now))
                .findFirst();
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
        return entries.stream()
                .collect(Collectors.toUnmodifiableMap(entry -> payloadName(entry.number()), Entry::reply));
    }

    private static String payloadName(long number) {
        return NAME + "." + number;
    }

    @Override
    public @Nullable JsonNode content() {
        if (next == NONE.next()) {
            return null;
        }
        ObjectNode stored = Json.object();
        stored.put("next", next);
        ArrayNode list = stored.putArray("entries");
        for (Entry entry : entries) {
            ObjectNode to = list.addObject();
            to.put("n", entry.number());
            to.put("id", entry.messageId());
            to.put("at", entry.at().toString());
        }
        return stored;
    }

    static ProcessedMessages of(ValueBag metadata) {
        JsonNode stored = Json.find(metadata, NAME);
        return stored == null
                ? NONE
                : new ProcessedMessages(
                        stored.path("next").asLong(1), Json.list(stored, "entries", entry -> read(entry, metadata)));
    }

    private static Entry read(JsonNode entry, ValueBag metadata) {
        long number = entry.path("n").asLong();
        return new Entry(
                number,
                entry.path("id").asText(),
                Instant.parse(entry.path("at").asText()),
                Payload.in(metadata, payloadName(number)));
    }
}
