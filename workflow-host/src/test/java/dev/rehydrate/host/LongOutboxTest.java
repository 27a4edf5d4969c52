// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.host.Orders.Kitchen;
import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.Orders.Topping;
import dev.rehydrate.host.outbox.WaitingMessage;
import dev.rehydrate.host.state.HostState;
import dev.rehydrate.host.state.OutboxEntry;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.ValueBag;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An instance that has many messages to send. */
final class LongOutboxTest {

    private static final String NAME = "rehydrate.outbox";
    private static final int MANY = 200;
    private static final int MARKED = 50;
    private static final Topping BASE = topping("7", "base");

    private final Farm farm = new Farm();
    private final Kitchen kitchen = new Kitchen();

    @AfterEach
    void close() {
        farm.close();
    }

    /** Sends so many messages, each with its number. */
    private static Operation<Order, Topping, String> flood(int messages) {
        return Operation.mustExist("Flood", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .replying(String.class)
                .handledBy((turn, order, message) -> {
                    turn.unchanged();
                    IntStream.range(0, messages).forEach(number -> turn.send("kitchen", "" + number));
                    return order.toppings();
                });
    }

    private static List<String> numbers(int from, int to) {
        return IntStream.range(from, to).mapToObj(String::valueOf).toList();
    }

    private WorkflowHost host(String node, OutboundSink sink) {
        return farm.host(
                node,
                settings -> settings.timeToUnload(Duration.ZERO)
                        .sink(sink)
                        .redelivery(new Backoff(SECOND, SECOND.multipliedBy(8)))
                        .maxSends(3));
    }

    private InstanceSnapshot stored() {
        return farm.peek(Orders.home("7")).snapshotOrThrow();
    }

    private HostState hostState() {
        return HostState.of(stored());
    }

    private List<String> waiting() {
        return hostState().outbox().entries().stream()
                .map(entry -> entry.payload().as(String.class))
                .toList();
    }

    /** A host that stops its work after some messages, with a sink that does not answer to the next. */
    private WorkflowHost hostThatSendsOnly(
            int some, Operation<Order, Topping, String> flood, MortalEngine.Death death) {
        farm.definition = Orders.DEFINITION.with(flood);
        WorkflowHost dying = mortal("dying", some, death);
        dying.call(Orders.ADD, BASE);
        dying.call(flood, BASE);
        assertThat(kitchen.texts()).isEqualTo(numbers(0, some));
        return dying;
    }

    private WorkflowHost mortal(String node, int some, MortalEngine.Death death) {
        return farm.mortal(
                node,
                death,
                settings -> settings.timeToUnload(Duration.ZERO)
                        .sink(message ->
                                kitchen.taken.size() == some ? new CompletableFuture<>() : kitchen.send(message)));
    }

    /** Each message that is sent is marked, and a mark does not write all that wait. */
    @Test
    void twiceAsManyMessagesWriteAboutTwiceAsMuch() {
        long some = bytesOfASendingOf(2 * MANY);
        long twiceAsMany = bytesOfASendingOf(4 * MANY);

        assertThat(twiceAsMany).isBetween(some, some * 5 / 2);
    }

    private static long bytesOfASendingOf(int messages) {
        try (Farm farm = new Farm()) {
            Operation<Order, Topping, String> flood = flood(messages);
            farm.definition = Orders.DEFINITION.with(flood);
            Kitchen kitchen = new Kitchen();
            WorkflowHost host = farm.host(
                    "one", settings -> settings.timeToUnload(Duration.ZERO).sink(kitchen));
            host.call(Orders.ADD, BASE);
            long before = farm.engine.payloadBytes();
            farm.engine.operations();

            host.call(flood, BASE);

            assertThat(kitchen.texts()).isEqualTo(numbers(0, messages));
            assertThat(farm.engine.operations()).as("one save for each").hasSize(messages + 1);
            return farm.engine.payloadBytes() - before;
        }
    }

    @Test
    void whatWasMarkedIsNotSentByTheHostAfterThisOne() {
        MortalEngine.Death death = MortalEngine.Death.never();
        var unused = hostThatSendsOnly(MARKED, flood(MANY), death);
        assertThat(waiting()).isEqualTo(numbers(MARKED, MANY));
        death.now();

        host("two", kitchen);
        farm.advance(Duration.ofMinutes(2));

        assertThat(kitchen.texts()).isEqualTo(numbers(0, MANY));
        assertThat(kitchen.taken).extracting(OutboundMessage::id).doesNotHaveDuplicates();
        assertThat(kitchen.taken)
                .extracting(OutboundMessage::number)
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, MANY).mapToObj(Long::valueOf).toList());
        assertThat(stored().metadata().names()).contains(NAME).noneMatch(name -> name.startsWith(NAME + "."));
        assertThat(stored().header().dueAt()).isNull();
        assertThat(stored().header().holder()).isNull();
    }

    /** Messages of a later turn, and one that is not taken, come after some that are marked and still listed. */
    @Test
    void everyOtherChangeKeepsWhatWasMarked() {
        MortalEngine.Death death = MortalEngine.Death.never();
        Operation<Order, Topping, String> flood = flood(MANY);
        var unused = hostThatSendsOnly(MARKED, flood, death);
        death.now();
        Kitchen closed = new Kitchen();
        closed.refuse(1);
        WorkflowHost second = host("two", closed);
        farm.time.advance(Duration.ofMinutes(2));
        assertThat(closed.texts()).isEqualTo(numbers(MARKED, MANY));

        assertThat(reply(second.call(flood, BASE))).isEqualTo("base");

        List<String> all = new ArrayList<>(numbers(MARKED, MANY));
        all.addAll(numbers(0, MANY));
        assertThat(closed.texts()).isEqualTo(all);
    }

    @Test
    void messageThatIsNotTakenIsTheFirstOfThoseThatAreNotMarked() {
        Operation<Order, Topping, String> flood = flood(MANY);
        farm.definition = Orders.DEFINITION.with(flood);
        List<String> taken = new ArrayList<>();
        WorkflowHost host = host("one", message -> {
            if (taken.size() == MARKED) {
                return CompletableFuture.failedFuture(new IllegalStateException("closed"));
            }
            taken.add(message.payload(String.class));
            return CompletableFuture.completedFuture(null);
        });
        host.call(Orders.ADD, BASE);
        host.call(flood, BASE);

        assertThat(waiting()).isEqualTo(numbers(MARKED, MANY));
        OutboxEntry first = hostState().outbox().head().orElseThrow();
        assertThat(first.attempts()).isEqualTo(1);
        UnsentMessage noDeadLetter = new WaitingMessage(Orders.home("7"), first);
        assertThat(Farm.now(host.outboxes().discard(noDeadLetter))).isFalse();
        assertThat(Farm.now(host.outboxes().redrive(noDeadLetter))).isFalse();
        assertThat(waiting()).isEqualTo(numbers(MARKED, MANY));
    }

    /** An earlier release must not take what was marked for a message whose content is lost. */
    @Test
    void textThatListsWhatWasMarkedIsOfAFormThatEarlierReleasesRefuse() {
        var unused = hostThatSendsOnly(MARKED, flood(MANY), MortalEngine.Death.never());

        assertThat(text()).startsWith("{\"v\":2,");
        ValueBag metadata = stored().metadata();
        assertThat(metadata.names()).doesNotContain(NAME + ".1", NAME + "." + MARKED);
    }

    @Test
    void textOfAFewMessagesHasTheFormOfEarlierReleases() {
        var unused = hostThatSendsOnly(1, flood(32), MortalEngine.Death.never());

        assertThat(text()).startsWith("{\"next\":33,\"entries\":[{\"n\":2,");
    }

    /** A text of an earlier release lists only what has a payload; one that is missing is damage, and is not passed over. */
    @Test
    void messageWithoutContentInATextOfAnEarlierReleaseIsNotTakenForOneThatWasSent() {
        tryToSend(flood(3));

        change(new ValueDelta<>(Map.of(), Set.of(NAME + ".2")));

        assertThat(hostState().outbox().entries())
                .extracting(OutboxEntry::number)
                .containsExactly(1L, 2L, 3L);
    }

    @Test
    void longTextOfAnEarlierReleaseIsWrittenAnewBeforeItListsWhatWasSent() {
        tryToSend(flood(MANY));
        String earlier = allOfTheText().replace("\"v\":2,", "");
        change(ValueDelta.putting(Map.of(NAME, InstanceValue.of(earlier))));
        MortalEngine.Death death = MortalEngine.Death.never();
        mortal("second", MARKED, death);
        farm.advance(SECOND.multipliedBy(10));
        assertThat(kitchen.texts()).isEqualTo(numbers(0, MARKED));
        assertThat(waiting()).isEqualTo(numbers(MARKED, MANY));
        death.now();

        host("third", kitchen);
        farm.advance(Duration.ofMinutes(2));

        assertThat(kitchen.texts()).isEqualTo(numbers(0, MANY));
    }

    /** A host whose sink takes nothing. */
    private void tryToSend(Operation<Order, Topping, String> flood) {
        farm.definition = Orders.DEFINITION.with(flood);
        Kitchen closed = new Kitchen();
        closed.refuse(1);
        try (WorkflowHost host = host("first", closed)) {
            host.call(Orders.ADD, BASE);
            host.call(flood, BASE);
        }
    }

    private void change(ValueDelta<InstanceValue> metadata) {
        SaveInstance save = new SaveInstance(
                CommandId.random(),
                InstanceChanges.builder().metadata(metadata).build(),
                Expected.any(),
                AfterSave.RELEASE);
        farm.tool().ask(Orders.home("7"), save).receiptOrThrow();
    }

    /** How the stored text begins. */
    private String text() {
        return allOfTheText().substring(0, 40);
    }

    private String allOfTheText() {
        return stored().metadata().find(NAME, String.class).orElseThrow();
    }
}
