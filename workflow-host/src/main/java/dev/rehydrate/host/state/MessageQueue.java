// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rehydrate.instance.EndOfTime;
import dev.rehydrate.instance.ValueBag;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The posted messages of a mailbox, in the order in which they were posted. One at a time is taken, and the others wait
 * behind it until it is delivered or dead-lettered; a delayed message blocks no other before its time.
 *
 * @param next the number of the next one
 * @param messages the messages
 */
public record MessageQueue(long next, List<QueuedMessage> messages) implements StatePart {

    static final String NAME = "rehydrate.mail";

    /** So many messages a mailbox takes, as many as a host takes calls: each change writes the list of all. */
    public static final int MOST = 10_000;

    /** Nothing was posted. */
    public static final MessageQueue NONE = new MessageQueue(1, List.of());

    /** Copies the list. */
    public MessageQueue {
        messages = List.copyOf(messages);
    }

    /**
     * Adds a message at the end, unless one with its id waits already. A dead letter with its id waits for nothing: the message takes
     * its place, and is delivered as any other.
     *
     * @param head what is posted
     * @param delay for how long it is not delivered
     * @param payload the message
     * @return the queue with it
     */
    public MessageQueue with(QueuedMessage.Head head, Duration delay, Payload payload) {
        Optional<QueuedMessage> same = find(head.id());
        if (same.isPresent()) {
            return same.get().is(QueuedMessageState.DEAD) ? without(head.id()).with(head, delay, payload) : this;
        }
        QueuedMessageState state = delay.isZero() ? QueuedMessageState.POSTED : QueuedMessageState.DELAYED;
        QueuedMessage.Progress progress =
                new QueuedMessage.Progress(state, EndOfTime.orAfter(head.postedAt(), delay), 0, null);
        List<QueuedMessage> all = new ArrayList<>(messages);
        all.add(new QueuedMessage(next, head, progress, payload));
        return new MessageQueue(next + 1, all);
    }

    /**
     * Tells whether there is no room for a message. One with the id of a message that waits here, or of a dead letter, needs none.
     *
     * @param id its id
     * @return true if it must not be added
     */
    public boolean isFullFor(String id) {
        return messages.size() >= MOST && find(id).isEmpty();
    }

    /**
     * Finds a message.
     *
     * @param id its id
     * @return the message, or empty
     */
    public Optional<QueuedMessage> find(String id) {
        return messages.stream().filter(queued -> queued.id().equals(id)).findFirst();
    }

    /** {@return the dead letters} */
    public List<QueuedMessage> dead() {
        return messages.stream()
                .filter(queued -> queued.is(QueuedMessageState.DEAD))
                .toList();
    }

    /**
     * Returns the message that is to be taken next.
     *
     * @param now the time
     * @return the message, or empty if there is none, or one is taken already, or the first has to wait
     */
    public Optional<QueuedMessage> head(Instant now) {
        if (messages.stream().anyMatch(queued -> queued.is(QueuedMessageState.LOCKED) && !queued.isVisible(now))) {
            return Optional.empty();
        }
        Optional<QueuedMessage> first = inOrder(now).findFirst();
        boolean awaiting = first.filter(queued -> queued.is(QueuedMessageState.AWAITING) && !queued.isVisible(now))
                .isPresent();
        Optional<QueuedMessage> head = awaiting
                ? inOrder(now).filter(queued -> queued.head().creates()).findFirst()
                : first;
        return head.filter(queued -> queued.isVisible(now));
    }

    private Stream<QueuedMessage> inOrder(Instant now) {
        return messages.stream().filter(queued -> !queued.is(QueuedMessageState.DEAD) && !queued.isDelayed(now));
    }

    /**
     * Replaces a message.
     *
     * @param id its id
     * @param change what it becomes
     * @return the queue
     */
    public MessageQueue changed(String id, UnaryOperator<QueuedMessage> change) {
        return new MessageQueue(
                next,
                messages.stream()
                        .map(queued -> queued.id().equals(id) ? change.apply(queued) : queued)
                        .toList());
    }

    /**
     * Removes a message.
     *
     * @param id its id
     * @return the queue without it
     */
    public MessageQueue without(String id) {
        return new MessageQueue(
                next,
                messages.stream().filter(queued -> !queued.id().equals(id)).toList());
    }

    /**
     * Removes a message that was delivered. Its instance exists now, so messages that wait for the instance are delivered
     * at once.
     *
     * @param id its id
     * @param now the time
     * @return the queue without it
     */
    public MessageQueue delivered(String id, Instant now) {
        return new MessageQueue(
                next,
                without(id).messages().stream()
                        .map(queued -> queued.is(QueuedMessageState.AWAITING) ? queued.wanted(now) : queued)
                        .toList());
    }

    @Override
    public String name() {
        return NAME;
    }

    /** The first moment at which a message can be taken: a message becomes visible, or a lock ends. */
    @Override
    public Optional<Instant> dueAt() {
        return NextDelivery.of(messages);
    }

    @Override
    public Map<String, Payload> payloads() {
        return messages.stream()
                .collect(Collectors.toUnmodifiableMap(queued -> payloadName(queued.number()), QueuedMessage::payload));
    }

    private static String payloadName(long number) {
        return NAME + "." + number;
    }

    @Override
    public @Nullable JsonNode content() {
        if (messages.isEmpty()) {
            return null;
        }
        ObjectNode stored = Json.object();
        stored.put("next", next);
        ArrayNode list = stored.putArray("letters");
        messages.forEach(queued -> queued.writeTo(list.addObject()));
        return stored;
    }

    static MessageQueue of(ValueBag metadata) {
        JsonNode stored = Json.find(metadata, NAME);
        return stored == null
                ? NONE
                : new MessageQueue(
                        stored.path("next").asLong(1),
                        Json.list(
                                stored,
                                "letters",
                                queued -> QueuedMessage.read(
                                        queued,
                                        Payload.in(
                                                metadata,
                                                payloadName(queued.path("n").asLong())))));
    }
}
