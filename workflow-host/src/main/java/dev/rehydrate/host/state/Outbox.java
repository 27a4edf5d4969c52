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
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The outbox of an instance: its messages to send, in their order. The first message that is not a dead letter is sent
 * next; while it waits for its retry, the others wait behind it.
 *
 * <p>The text of a long outbox is not written for each message that is sent: n messages would write n² entries. What is
 * listed there and has no payload any more was sent (ADR 207). The text is written anew when half of it was sent.
 *
 * @param next the number of the next message
 * @param entries the messages
 * @param listed the messages in the stored text: those of {@code entries}, and some that were sent since it was written;
 *     none if the text has to be written anew
 */
public record Outbox(long next, List<OutboxEntry> entries, List<OutboxEntry> listed) implements StatePart {

    static final String NAME = "rehydrate.outbox";

    /** The text of so many messages is written for each that is sent, in the form that every release reads. */
    static final int SHORT = 32;

    /** The form of a text that may list messages which were sent. */
    private static final int MAY_LIST_SENT = 2;

    /** Nothing to send yet. */
    public static final Outbox EMPTY = new Outbox(1, List.of());

    /** Copies the lists. */
    public Outbox {
        entries = List.copyOf(entries);
        listed = List.copyOf(listed);
    }

    /** An outbox whose text lists what it has. */
    private Outbox(long next, List<OutboxEntry> entries) {
        this(next, List.copyOf(entries), entries);
    }

    /**
     * Adds a message at the end.
     *
     * @param id what names it at every attempt
     * @param destination for whom
     * @param now the time
     * @param payload the message
     * @return the outbox with it
     */
    public Outbox with(UUID id, String destination, Instant now, Payload payload) {
        List<OutboxEntry> all = new ArrayList<>(entries);
        all.add(new OutboxEntry(next, id, destination, now, 0, null, false, payload));
        return new Outbox(next + 1, all);
    }

    /** {@return the message that is to be sent next, or empty if there is none} */
    public Optional<OutboxEntry> head() {
        return entries.stream().filter(entry -> !entry.dead()).findFirst();
    }

    /** {@return the dead letters} */
    public List<OutboxEntry> dead() {
        return entries.stream().filter(OutboxEntry::dead).toList();
    }

    /**
     * Removes a message that was sent, or is not to be sent at all.
     *
     * @param number its number
     * @return the outbox without it
     */
    public Outbox without(long number) {
        List<OutboxEntry> left =
                entries.stream().filter(entry -> entry.number() != number).toList();
        boolean isListedAnew = listed.size() <= SHORT || left.size() <= listed.size() / 2;
        return isListedAnew ? new Outbox(next, left) : new Outbox(next, left, listed);
    }

    /**
     * Remembers that a message was not taken.
     *
     * @param number its number
     * @param retryAt not again before
     * @param why what happened
     * @param forGood whether it becomes a dead letter, so that the messages behind it can be sent
     * @return the outbox
     */
    public Outbox failed(long number, Instant retryAt, String why, boolean forGood) {
        return changed(entry -> entry.number() == number ? entry.failed(retryAt, why, forGood) : entry);
    }

    /**
     * Remembers that a message could not even be tried.
     *
     * @param number its number
     * @param until not again before
     * @param why what is missing
     * @return the outbox
     */
    public Outbox postponed(long number, Instant until, String why) {
        return changed(entry -> entry.number() == number ? entry.postponed(until, why) : entry);
    }

    /**
     * Redrives a dead letter, in its place.
     *
     * @param id what names it
     * @param now the time
     * @return the outbox; the same if there is no such dead letter
     */
    public Outbox redriven(UUID id, Instant now) {
        return changed(entry -> entry.dead() && entry.id().equals(id) ? entry.redriven(now) : entry);
    }

    /**
     * Discards a dead letter.
     *
     * @param id what names it
     * @return the outbox; the same if there is no such dead letter
     */
    public Outbox discarded(UUID id) {
        return having(entries.stream()
                .filter(entry -> !entry.dead() || !entry.id().equals(id))
                .toList());
    }

    private Outbox changed(UnaryOperator<OutboxEntry> change) {
        return having(entries.stream().map(change).toList());
    }

    private Outbox having(List<OutboxEntry> other) {
        return other.equals(entries) ? this : new Outbox(next, other);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<Instant> dueAt() {
        return head().map(OutboxEntry::at);
    }

    @Override
    public Map<String, Payload> payloads() {
        return entries.stream()
                .collect(Collectors.toUnmodifiableMap(entry -> payloadName(entry.number()), OutboxEntry::payload));
    }

    private static String payloadName(long number) {
        return NAME + "." + number;
    }

    @Override
    public @Nullable JsonNode content() {
        if (equals(EMPTY)) {
            return null;
        }
        ObjectNode stored = Json.object();
        if (listed.size() > SHORT) {
            // An earlier release would take those that were sent for messages without content.
            stored.put(Json.VERSION, MAY_LIST_SENT);
        }
        stored.put("next", next);
        ArrayNode list = stored.putArray("entries");
        listed.forEach(entry -> write(entry, list.addObject()));
        return stored;
    }

    /** The list is the same one as long as messages were only sent. */
    @Override
    @SuppressWarnings("ReferenceEquality")
    public boolean hasTextOf(StatePart stored) {
        return stored instanceof Outbox other && next == other.next && listed == other.listed;
    }

    private static void write(OutboxEntry entry, ObjectNode to) {
        to.put("n", entry.number());
        to.put("id", entry.id().toString());
        to.put("to", entry.destination());
        to.put("at", entry.at().toString());
        to.put("attempts", entry.attempts());
        to.put("problem", entry.problem());
        to.put("dead", entry.dead());
    }

    static Outbox of(ValueBag metadata) {
        JsonNode stored = Json.find(metadata, NAME, MAY_LIST_SENT);
        if (stored == null) {
            return EMPTY;
        }
        long next = stored.path("next").asLong(1);
        List<OutboxEntry> listed = Json.list(stored, "entries", entry -> read(entry, metadata));
        if (stored.path(Json.VERSION).asInt(1) < MAY_LIST_SENT) {
            // The long text of an earlier release must be written anew with the first message that is sent.
            return new Outbox(next, listed, listed.size() > SHORT ? List.of() : listed);
        }
        List<OutboxEntry> entries = listed.stream()
                .filter(entry -> metadata.names().contains(payloadName(entry.number())))
                .toList();
        return new Outbox(next, entries, listed);
    }

    private static OutboxEntry read(JsonNode entry, ValueBag metadata) {
        long number = entry.path("n").asLong();
        return new OutboxEntry(
                number,
                UUID.fromString(entry.path("id").asText()),
                entry.path("to").asText(),
                Instant.parse(entry.path("at").asText()),
                entry.path("attempts").asInt(),
                Json.textOrNull(entry, "problem"),
                entry.path("dead").asBoolean(),
                Payload.in(metadata, payloadName(number)));
    }
}
