// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** What the senders of a history know of their messages, and the judge of what has become of them. */
final class HistoryLedger {

    /** What a sender knows of its message. */
    enum Known {
        /** It was replied to, or is kept to be delivered. */
        ACKNOWLEDGED,
        /** It has changed nothing, as each answer has said. */
        NOT_DONE,
        /** An answer was lost, and the sender has given up. */
        UNKNOWN
    }

    /** A message, numbered by its sender. */
    record Sent(String instance, String text, int sender, boolean posted, boolean reminds) {}

    /**
     * What is stored of an instance in the end.
     *
     * @param entries the effects, in their order
     * @param ended whether an administrator has ended it
     * @param deadLetters the ids of the messages that cannot be delivered to it
     */
    record End(List<String> entries, boolean ended, Set<String> deadLetters) {}

    private final Map<Sent, Known> sent = new HashMap<>();
    /** What the receiver has got, in the order in which each came first. */
    private final Map<String, Set<Object>> received = new LinkedHashMap<>();

    private final Set<String> redriven = new HashSet<>();
    private final Set<String> sentLater = new HashSet<>();

    synchronized void know(Sent message, Known what) {
        sent.put(message, what);
    }

    synchronized void receive(String text, Object messageId) {
        received.computeIfAbsent(text, any -> new HashSet<>()).add(messageId);
    }

    /** A dead letter has lost its place. */
    synchronized void redrive(String text) {
        redriven.add(text);
    }

    /** A dead letter of an outbox lets those behind it pass. */
    synchronized void sendAgain(String text) {
        sentLater.add(text);
    }

    synchronized void judge(String instance, End end) {
        List<Sent> its = new ArrayList<>(sent.keySet());
        its.removeIf(message -> !message.instance().equals(instance));
        its.forEach(message -> judge(message, end));
        assertThat(end.entries()).as("effects of " + instance).doesNotHaveDuplicates();
        for (int sender = 0; sender < HostHistory.SENDERS; sender++) {
            judgeOrder(its, end, sender, true);
            judgeOrder(its, end, sender, false);
        }
        judgeSending(end);
    }

    /** An instance sends a message in each turn: each comes to the receiver for the first time in the order of the turns. */
    private void judgeSending(End end) {
        List<String> turns = new ArrayList<>(end.entries());
        turns.removeIf(text -> !received.containsKey(text) || sentLater.contains(text));
        List<String> arrivals = new ArrayList<>(received.keySet());
        arrivals.retainAll(turns);
        assertThat(arrivals).as("what was received, in the order of the turns").isEqualTo(turns);
    }

    private void judge(Sent message, End end) {
        boolean there = end.entries().contains(message.text());
        switch (sent.get(message)) {
            case ACKNOWLEDGED -> {
                boolean undelivered = message.posted() && end.deadLetters().contains(message.text());
                assertThat(there || (end.ended() && undelivered))
                        .as("the effect of %s in %s", message, end)
                        .isTrue();
            }
            case NOT_DONE -> assertThat(there).as("the effect of %s", message).isFalse();
            case UNKNOWN -> {}
        }
        if (there) {
            assertThat(received.getOrDefault(message.text(), Set.of()))
                    .as("sent by %s", message)
                    .hasSize(1);
            boolean fired = end.entries().contains("tick-" + message.text());
            assertThat(fired || !message.reminds() || end.ended())
                    .as("the timer of %s in %s", message, end)
                    .isTrue();
        }
    }

    /** A sender sends one message after the other; its calls, and its posts, have their effects in this order. */
    private void judgeOrder(List<Sent> its, End end, int sender, boolean posted) {
        List<String> texts = its.stream()
                .filter(message -> message.sender() == sender && message.posted() == posted)
                .filter(message -> sent.get(message) == Known.ACKNOWLEDGED && !redriven.contains(message.text()))
                .map(Sent::text)
                .sorted()
                .filter(end.entries()::contains)
                .toList();
        int[] places = texts.stream().mapToInt(end.entries()::indexOf).toArray();
        assertThat(IntStream.range(1, places.length).allMatch(i -> places[i - 1] < places[i]))
                .as("the order of %s in %s", texts, end)
                .isTrue();
    }
}
