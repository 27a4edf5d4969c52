// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.instance.DefinitionIdentity;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class NextDeliveryTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final int MANY_QUEUES = 20_000;

    private static QueuedMessage message(int number, boolean creates, QueuedMessageState state, Instant at) {
        QueuedMessage.Head head = new QueuedMessage.Head(
                "m" + number, DefinitionIdentity.of("Order", "1.0"), "Pay", null, creates, null, NOW);
        return new QueuedMessage(
                number, head, new QueuedMessage.Progress(state, at, 0, null), Payload.of("m" + number));
    }

    private static List<QueuedMessage> randomQueue(Random random) {
        List<QueuedMessage> messages = new ArrayList<>();
        int length = random.nextInt(7);
        QueuedMessageState[] states = QueuedMessageState.values();
        for (int i = 0; i < length; i++) {
            QueuedMessageState state = states[random.nextInt(states.length)];
            messages.add(message(i, random.nextBoolean(), state, NOW.plusSeconds(random.nextInt(5))));
        }
        return messages;
    }

    /** What the first moment is by definition: the head is asked for at each time of a message. */
    private static Optional<Instant> byDefinition(MessageQueue queue) {
        return queue.messages().stream()
                .filter(message -> !message.is(QueuedMessageState.DEAD))
                .map(message -> message.progress().at())
                .distinct()
                .sorted()
                .filter(at -> queue.head(at).isPresent())
                .findFirst();
    }

    @Test
    void momentIsTheFirstAtWhichTheQueueHasAHead() {
        Random random = new Random(20260101);
        int never = 0;
        for (int i = 0; i < MANY_QUEUES; i++) {
            MessageQueue queue = new MessageQueue(100, randomQueue(random));
            assertThat(queue.dueAt()).as("%s", queue).isEqualTo(byDefinition(queue));
            never += queue.dueAt().isEmpty() ? 1 : 0;
        }
        assertThat(never).isBetween(MANY_QUEUES / 100, MANY_QUEUES / 2);
    }

    /** As each save of a long mailbox does, behind a message that is being delivered. */
    @Test
    void eachMessageIsLookedAtOnceHoweverManyThereAre() {
        List<QueuedMessage> messages = new ArrayList<>();
        messages.add(message(0, false, QueuedMessageState.LOCKED, NOW.plusSeconds(60)));
        for (int i = 1; i < 5_000; i++) {
            messages.add(message(i, false, QueuedMessageState.POSTED, NOW.plusMillis(i)));
        }
        List<Integer> looks = new ArrayList<>();

        Optional<Instant> due = NextDelivery.of(new AbstractList<>() {
            @Override
            public QueuedMessage get(int index) {
                looks.add(index);
                return messages.get(index);
            }

            @Override
            public int size() {
                return messages.size();
            }
        });

        assertThat(due).contains(NOW.plusSeconds(60));
        assertThat(looks).doesNotHaveDuplicates();
    }
}
