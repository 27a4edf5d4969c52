// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.agenda;

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
 * The posted messages of a mailbox, in the order in which they were posted. One at a time is taken, and the others wait behind
 * it until it is delivered or set aside; one that is to come later holds up nobody before its time.
 *
 * @param next the number of the next one
 * @param letters the messages
 */
public record Mail(long next, List<Letter> letters) implements Book {

    static final String NAME = "rehydrate.mail";

    /** Nothing was posted. */
    public static final Mail NONE = new Mail(1, List.of());

    /** Copies the list. */
    public Mail {
        letters = List.copyOf(letters);
    }

    /**
     * Adds a message at the end, unless there is one with its id.
     *
     * @param head what is posted
     * @param delay for how long nobody takes it
     * @param payload the message
     * @return the mail with it
     */
    public Mail with(Letter.Head head, Duration delay, Payload payload) {
        if (find(head.id()).isPresent()) {
            return this;
        }
        LetterState state = delay.isZero() ? LetterState.POSTED : LetterState.DELAYED;
        Letter.Progress progress = new Letter.Progress(state, EndOfTime.orAfter(head.postedAt(), delay), 0, null);
        List<Letter> all = new ArrayList<>(letters);
        all.add(new Letter(next, head, progress, payload));
        return new Mail(next + 1, all);
    }

    /**
     * Finds a message.
     *
     * @param id its id
     * @return the message, or empty
     */
    public Optional<Letter> find(String id) {
        return letters.stream().filter(letter -> letter.id().equals(id)).findFirst();
    }

    /** {@return the messages that are set aside} */
    public List<Letter> dead() {
        return letters.stream().filter(letter -> letter.is(LetterState.DEAD)).toList();
    }

    /**
     * Says which message is to be taken.
     *
     * @param now the time
     * @return the message, or empty if there is none, or one is taken already, or the first has to wait
     */
    public Optional<Letter> head(Instant now) {
        if (letters.stream().anyMatch(letter -> letter.is(LetterState.LOCKED) && !letter.isVisible(now))) {
            return Optional.empty();
        }
        Optional<Letter> first = inOrder(now).findFirst();
        boolean awaiting = first.filter(letter -> letter.is(LetterState.AWAITING) && !letter.isVisible(now))
                .isPresent();
        Optional<Letter> head = awaiting
                ? inOrder(now).filter(letter -> letter.head().creates()).findFirst()
                : first;
        return head.filter(letter -> letter.isVisible(now));
    }

    private Stream<Letter> inOrder(Instant now) {
        return letters.stream().filter(letter -> !letter.is(LetterState.DEAD) && !letter.isDelayed(now));
    }

    /**
     * Replaces a message.
     *
     * @param id its id
     * @param change what it becomes
     * @return the mail
     */
    public Mail changed(String id, UnaryOperator<Letter> change) {
        return new Mail(
                next,
                letters.stream()
                        .map(letter -> letter.id().equals(id) ? change.apply(letter) : letter)
                        .toList());
    }

    /**
     * Removes a message.
     *
     * @param id its id
     * @return the mail without it
     */
    public Mail without(String id) {
        return new Mail(
                next, letters.stream().filter(letter -> !letter.id().equals(id)).toList());
    }

    /**
     * Removes a message that was delivered. Its instance exists now, so whoever waits for that is tried at once.
     *
     * @param id its id
     * @param now the time
     * @return the mail without it
     */
    public Mail delivered(String id, Instant now) {
        return new Mail(
                next,
                without(id).letters().stream()
                        .map(letter -> letter.is(LetterState.AWAITING) ? letter.wanted(now) : letter)
                        .toList());
    }

    @Override
    public String name() {
        return NAME;
    }

    /** The first moment at which a message can be taken: a letter becomes visible, or a lock ends. */
    @Override
    public Optional<Instant> dueAt() {
        return letters.stream()
                .filter(letter -> !letter.is(LetterState.DEAD))
                .map(letter -> letter.progress().at())
                .distinct()
                .sorted()
                .filter(at -> head(at).isPresent())
                .findFirst();
    }

    @Override
    public Map<String, Payload> payloads() {
        return letters.stream()
                .collect(Collectors.toUnmodifiableMap(letter -> payloadName(letter.number()), Letter::payload));
    }

    private static String payloadName(long number) {
        return NAME + "." + number;
    }

    @Override
    public @Nullable JsonNode content() {
        if (letters.isEmpty()) {
            return null;
        }
        ObjectNode book = Json.object();
        book.put("next", next);
        ArrayNode list = book.putArray("letters");
        letters.forEach(letter -> letter.writeTo(list.addObject()));
        return book;
    }

    static Mail of(ValueBag metadata) {
        JsonNode book = Json.find(metadata, NAME);
        return book == null
                ? NONE
                : new Mail(
                        book.path("next").asLong(1),
                        Json.list(
                                book,
                                "letters",
                                letter -> Letter.read(
                                        letter,
                                        Payload.in(
                                                metadata,
                                                payloadName(letter.path("n").asLong())))));
    }
}
