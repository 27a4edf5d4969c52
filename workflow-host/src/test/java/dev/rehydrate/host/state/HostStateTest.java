// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.ValueBag;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What a host remembers in an instance, as it is written and read again. */
final class HostStateTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant LATER = NOW.plusSeconds(60);
    private static final InstanceId TARGET = new InstanceId(5, 6);

    private record Bag(Map<String, Object> values) implements ValueBag {

        @Override
        public Set<String> names() {
            return values.keySet();
        }

        @Override
        public <T> T get(String name, Class<T> type) {
            return Optional.ofNullable(values.get(name)).map(type::cast).orElseThrow(NoSuchElementException::new);
        }

        @Override
        public Optional<Description> describe(String name) {
            return Optional.empty();
        }

        private Bag after(ValueDelta<InstanceValue> change) {
            Map<String, Object> next = new HashMap<>(values);
            change.put().forEach((name, value) -> next.put(name, value.value()));
            next.keySet().removeAll(change.remove());
            return new Bag(next);
        }

        /** What is there after a save that leaves this state, and the next load. */
        private Bag holding(HostState next) {
            return after(next.since(HostState.of(this)));
        }
    }

    private final Bag nothing = new Bag(Map.of());

    private static UUID uuid(long number) {
        return new UUID(0, number);
    }

    private static Outbox outboxOf(int messages) {
        Outbox outbox = Outbox.EMPTY;
        for (int i = 1; i <= messages; i++) {
            outbox = outbox.with(uuid(i), "kitchen", NOW, Payload.of("message " + i));
        }
        return outbox;
    }

    private static List<Long> numbers(List<OutboxEntry> entries) {
        return entries.stream().map(OutboxEntry::number).toList();
    }

    @Test
    void everyFieldOfAPostedMessageIsReadAsItWasWritten() {
        QueuedMessage.Head whole =
                new QueuedMessage.Head("a", DefinitionIdentity.of("Order", "1.0"), "Pay", TARGET, true, LATER, NOW);
        QueuedMessage.Head bare =
                new QueuedMessage.Head("b", DefinitionIdentity.of("Order", "1.0"), "Pay", null, false, null, NOW);
        MessageQueue queue = MessageQueue.NONE
                .with(whole, Duration.ZERO, Payload.of("first"))
                .with(bare, Duration.ofSeconds(5), Payload.of("second"))
                .changed("a", message -> message.locked(LATER).returned(LATER, "closed"));

        MessageQueue read =
                HostState.of(nothing.holding(HostState.NONE.with(queue))).queue();

        assertThat(read.next()).isEqualTo(3);
        assertThat(read.messages()).extracting(QueuedMessage::head).containsExactly(whole, bare);
        assertThat(read.messages())
                .extracting(QueuedMessage::progress)
                .isEqualTo(
                        queue.messages().stream().map(QueuedMessage::progress).toList());
        assertThat(read.messages())
                .extracting(message -> message.payload().as(String.class))
                .containsExactly("first", "second");
    }

    @Test
    void everyFieldOfAnUnsentMessageIsReadAsItWasWritten() {
        Outbox outbox = outboxOf(3).failed(1, LATER, "closed", true).postponed(2, LATER, "no sink");

        Outbox read = HostState.of(nothing.holding(HostState.NONE.with(outbox))).outbox();

        assertThat(read.next()).isEqualTo(4);
        assertThat(read.entries())
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("payload")
                .isEqualTo(outbox.entries());
        assertThat(read.entries())
                .extracting(entry -> entry.payload().as(String.class))
                .containsExactly("message 1", "message 2", "message 3");
    }

    @Test
    void everyFieldOfATimerIsReadAsItWasWritten() {
        Timers timers = Timers.NONE
                .with(new Timer("once", "Remind", NOW, null, 0, Payload.of("one")))
                .with(new Timer("daily", "Report", LATER, Duration.ofDays(1), 2, Payload.of("two")));

        Timers read = HostState.of(nothing.holding(HostState.NONE.with(timers))).timers();

        assertThat(read.entries())
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("payload")
                .isEqualTo(timers.entries());
        assertThat(read.entries())
                .extracting(timer -> timer.payload().as(String.class))
                .containsExactly("one", "two");
    }

    @Test
    void onlyTheMessageThatCouldNotBeTriedIsPostponed() {
        Outbox outbox = outboxOf(3).postponed(2, LATER, "no sink");

        assertThat(outbox.entries()).extracting(OutboxEntry::at).containsExactly(NOW, LATER, NOW);
        assertThat(outbox.entries()).extracting(OutboxEntry::attempts).containsExactly(0, 0, 0);
    }

    @Test
    void onlyTheDeadLetterThatIsNamedIsRedrivenOrDiscarded() {
        Outbox outbox = outboxOf(4)
                .failed(1, LATER, "closed", true)
                .failed(2, LATER, "closed", true)
                .failed(3, LATER, "closed", false);

        assertThat(numbers(outbox.redriven(uuid(2), NOW).dead())).containsExactly(1L);
        assertThat(outbox.redriven(uuid(3), NOW)).isSameAs(outbox);
        assertThat(numbers(outbox.discarded(uuid(2)).entries())).containsExactly(1L, 3L, 4L);
        assertThat(outbox.discarded(uuid(3))).isSameAs(outbox);
    }

    /** Hosts of an earlier release read the text of up to 32 messages. */
    @Test
    void textOfThirtyTwoMessagesHasTheFormOfEarlierReleasesAndOfOneMoreHasNot() {
        assertThat(String.valueOf(outboxOf(32).content())).startsWith("{\"next\":");
        assertThat(String.valueOf(outboxOf(33).content())).startsWith("{\"v\":2,");
    }

    /** Each message that is sent is marked; what was sent must not stay in the text for ever. */
    @Test
    void textOfALongOutboxIsWrittenAnewWheneverHalfOfItWasSent() {
        HostState state = HostState.NONE.with(outboxOf(100));
        Bag bag = nothing.holding(state);
        for (long number : LongStream.rangeClosed(1, 100).toArray()) {
            bag = bag.holding(HostState.of(bag).with(HostState.of(bag).outbox().without(number)));
            Outbox left = HostState.of(bag).outbox();

            assertThat(left.entries()).hasSize(100 - (int) number);
            assertThat(left.listed())
                    .hasSizeLessThanOrEqualTo(
                            Math.max(Outbox.SHORT, 2 * left.entries().size()));
        }
        assertThat(HostState.of(bag).outbox().listed()).isEmpty();
    }

    @Test
    void nothingIsLeftOfWhatIsOver() {
        MessageQueue queue = MessageQueue.NONE.with(
                new QueuedMessage.Head("a", DefinitionIdentity.of("Order", "1.0"), "Pay", null, false, null, NOW),
                Duration.ZERO,
                Payload.of("first"));
        Timers timers = Timers.NONE.with(new Timer("once", "Remind", NOW, null, 0, Payload.of("one")));
        Bag bag = nothing.holding(HostState.NONE.with(queue).with(timers));

        Bag after = bag.holding(HostState.of(bag)
                .with(HostState.of(bag).queue().without("a"))
                .with(HostState.of(bag).timers().without("once")));

        assertThat(after.names()).isEmpty();
    }
}
