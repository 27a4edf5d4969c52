// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.Orders.Kitchen;
import dev.rehydrate.host.TroubledEngine.Trouble;
import dev.rehydrate.host.lane.SeenRevision;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.slot.operation.CommitInstance;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SendingTest {

    private static final int MANY = 700;
    private static final long SMALL_STACK = 160 << 10;

    private final Farm farm = new Farm();
    private final Kitchen kitchen = new Kitchen();

    SendingTest() {
        farm.definition = Orders.DEFINITION;
    }

    @AfterEach
    void close() {
        farm.close();
    }

    private WorkflowHost host(String node) {
        return farm.host(
                node,
                settings -> settings.timeToUnload(Duration.ZERO)
                        .sink(kitchen)
                        .redelivery(new Backoff(SECOND, SECOND.multipliedBy(8)))
                        .maxSends(3));
    }

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    void messagesAreSentAfterTheSaveInTheirOrder(ConcurrencyControl way) {
        farm.definition = Orders.DEFINITION.concurrency(way);
        WorkflowHost host = host("one");

        host.call(Orders.COOK, topping("7", "base"));
        host.call(Orders.COOK_TWICE, topping("7", "cheese"));

        assertThat(kitchen.texts()).containsExactly("base", "base+cheese/1", "base+cheese/2");
        assertThat(kitchen.taken).extracting(OutboundMessage::number).containsExactly(1L, 2L, 3L);
        assertThat(kitchen.taken).extracting(OutboundMessage::destination).containsOnly("kitchen");
        assertThat(kitchen.taken).extracting(OutboundMessage::id).doesNotHaveDuplicates();
        assertThat(stored("7").metadata().names()).containsExactlyInAnyOrder("rehydrate.outbox", SeenRevision.NAME);
        assertThat(stored("7").header().dueAt()).isNull();
        assertThat(stored("7").header().holder()).isNull();
        assertThat(host.instancesInMemory()).isZero();
    }

    @Test
    void hostWhoseInstancesStayInMemorySendsToo() {
        WorkflowHost host = farm.host("one", settings -> settings.sink(kitchen));
        host.call(Orders.COOK, topping("7", "base"));
        host.call(Orders.COOK, topping("7", "cheese"));

        assertThat(kitchen.texts()).containsExactly("base", "base+cheese");
        assertThat(host.instancesInMemory()).isEqualTo(1);
    }

    /** With a sink and a store that answer at once, all of them are sent on one stack. */
    @Test
    void manyMessagesOfATurnAreSentInOneGo() throws Exception {
        Operation<Orders.Order, Orders.Topping, String> flood = Operation.mustExist("Flood", Orders.Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    turn.unchanged();
                    IntStream.range(0, MANY).forEach(number -> turn.send("kitchen", "" + number));
                    return order.toppings();
                });
        farm.definition = Orders.DEFINITION.with(flood);
        WorkflowHost host = host("one");
        host.call(Orders.ADD, topping("7", "base"));

        Thread small = new Thread(null, () -> host.call(flood, topping("7", "")), "small stack", SMALL_STACK);
        small.start();
        small.join();

        assertThat(kitchen.texts())
                .containsExactlyElementsOf(
                        IntStream.range(0, MANY).mapToObj(String::valueOf).toList());
        assertThat(farm.events).extracting(HostEvent::kind).doesNotContain(Kind.ABORTED);
        assertThat(stored("7").header().dueAt()).isNull();
    }

    /** What a turn does not save must not stay in memory either, until it is lost with the copy. */
    @ParameterizedTest
    @EnumSource(Acknowledge.class)
    void turnThatSendsAndLeavesItsStateUnchangedDropsTheOneThatItBecame(Acknowledge acknowledge) {
        Operation<Orders.Order, Orders.Topping, String> ask = Operation.mustExist("Ask", Orders.Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    turn.become(order.with("perhaps"));
                    turn.unchanged();
                    turn.send("kitchen", "is there any?");
                    return order.toppings();
                });
        farm.definition = Orders.DEFINITION.with(ask);
        WorkflowHost host = farm.host("one", settings -> settings.sink(kitchen).acknowledge(acknowledge));
        host.call(Orders.ADD, topping("7", "base"));
        host.call(Orders.ADD, topping("7", "cheese"));

        host.call(ask, topping("7", ""));

        assertThat(kitchen.texts()).containsExactly("is there any?");
        assertThat(stored("7").data().get("toppings", String.class)).isEqualTo("base+cheese");
        assertThat(reply(host.call(Orders.READ, topping("7", "")))).isEqualTo("base+cheese");
    }

    @Test
    void turnThatIsRunAgainSendsOnce() {
        WorkflowHost host = host("one");
        host.call(Orders.COOK, topping("7", "base"));
        farm.engine.trouble(CommitInstance.class, Trouble.UNAVAILABLE);

        host.call(Orders.COOK, topping("7", "cheese"));

        assertThat(kitchen.texts()).containsExactly("base", "base+cheese");
    }

    @Test
    void withoutASinkTheTurnFailsAndKeepsNothing() {
        farm.definition = Orders.DEFINITION.onUnhandledFailure(UnhandledFailure.ABANDON);
        WorkflowHost host = farm.host("one");

        assertThatExceptionOfType(TurnFailedException.class)
                .isThrownBy(() -> host.call(Orders.COOK, topping("7", "base")))
                .withMessageContaining("no sink");
        assertThat(farm.peek(Orders.home("7"))).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void messageThatIsNotTakenIsTriedAgainAndThoseBehindItWait() {
        WorkflowHost host = host("one");
        kitchen.refuse(2);
        host.call(Orders.COOK, topping("7", "base"));
        host.call(Orders.COOK, topping("7", "cheese"));
        assertThat(kitchen.texts()).isEmpty();
        assertThat(stored("7").header().dueAt()).isNotNull();

        farm.advance(SECOND);
        assertThat(kitchen.texts()).isEmpty();
        farm.advance(SECOND.multipliedBy(3));

        assertThat(kitchen.texts()).containsExactly("base", "base+cheese");
        assertThat(kitchen.taken.peek().attempt()).isEqualTo(3);
        assertThat(farm.events).extracting(HostEvent::kind).contains(Kind.NOT_SENT, Kind.SENT);
    }

    @Test
    void messageThatIsNeverTakenIsSetAside() {
        WorkflowHost host = host("one");
        kitchen.refuse(3);
        host.call(Orders.COOK, topping("7", "base"));
        host.call(Orders.COOK, topping("7", "cheese"));

        farm.advance(SECOND.multipliedBy(30));

        assertThat(kitchen.texts()).containsExactly("base+cheese");
        assertThat(farm.events).extracting(HostEvent::kind).contains(Kind.DEAD_LETTERED);
        assertThat(stored("7").metadata().get("rehydrate.outbox", String.class))
                .contains("the kitchen is closed", "\"dead\":true");
        assertThat(stored("7").header().dueAt()).isNull();
    }

    @Test
    void anotherHostSendsWhatADeadHostHasSaved() {
        MortalEngine.Death death = MortalEngine.Death.never();
        WorkflowHost dying = farm.mortal(
                "dying",
                death,
                settings -> settings.timeToUnload(Duration.ZERO).sink(message -> {
                    death.now();
                    return new CompletableFuture<>();
                }));
        dying.call(Orders.COOK, topping("7", "base"));
        assertThat(kitchen.texts()).isEmpty();
        host("two");

        farm.advance(Duration.ofMinutes(2));

        assertThat(kitchen.texts()).containsExactly("base");
        assertThat(stored("7").header().holder()).isNull();
    }

    @Test
    void turnThatCreatesNothingCannotSend() {
        Operation<Orders.Order, Orders.Topping, String> tell = Operation.createOrGet("Tell", Orders.Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    turn.send("kitchen", "hello");
                    turn.unchanged();
                    return "told";
                });
        farm.definition = Orders.DEFINITION.with(tell);
        WorkflowHost host = host("one");

        assertThatExceptionOfType(TurnFailedException.class)
                .isThrownBy(() -> host.call(tell, topping("7", "")))
                .withMessageContaining("turn.become");
        host.call(Orders.ADD, topping("7", "base"));
        assertThat(reply(host.call(tell, topping("7", "")))).isEqualTo("told");
        assertThat(kitchen.texts()).containsExactly("hello");
    }

    @Test
    void turnThatEndsItsInstanceMayLeaveItsStateAsItWas() {
        Operation<Orders.Order, Orders.Topping, String> end = Operation.mustExist("End", Orders.Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    turn.complete();
                    turn.unchanged();
                    return order.toppings();
                });
        farm.definition = Orders.DEFINITION.with(end);
        WorkflowHost host = host("one");
        host.call(Orders.ADD, topping("7", "base"));

        host.call(end, topping("7", ""));

        assertThat(farm.peek(Orders.home("7"))).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    void instanceThatEndsSendsItsLastMessagesFirst() {
        WorkflowHost host = host("one");
        kitchen.refuse(1);
        CallOutcome.Replied<String> answer =
                host.call(Orders.DELIVER, topping("7", "base")).replyOrThrow();
        assertThat(answer.reply()).isEqualTo("base");

        assertThat(host.call(Orders.READ, topping("7", ""))).isInstanceOf(CallOutcome.Completed.class);
        var next = host.callAsync(Orders.ADD, topping("7", "new"), CallOptions.DEFAULT);
        assertThat(next).isNotDone();
        farm.advance(SECOND.multipliedBy(3));

        assertThat(kitchen.texts()).containsExactly("base");
        assertThat(reply(Farm.now(next))).isEqualTo("new");
        assertThat(farm.events).extracting(HostEvent::kind).contains(Kind.COMPLETED);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 60})
    void instanceThatFailsSendsItsLastMessageAndTakesNoneThatWaited(long secondsToUnload) {
        Operation<Orders.Order, Orders.Topping, String> last = Operation.mustExist("Last", Orders.Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    turn.send("kitchen", "stop");
                    turn.fail("out of flour");
                    return order.toppings();
                });
        farm.definition = Orders.DEFINITION.with(last);
        CompletableFuture<Void> taken = new CompletableFuture<>();
        WorkflowHost host = farm.host(
                "one",
                settings -> settings.timeToUnload(SECOND.multipliedBy(secondsToUnload))
                        .sink(message -> taken));
        host.call(Orders.ADD, topping("7", "base"));
        host.call(last, topping("7", ""));
        var waited = host.callAsync(Orders.ADD, topping("7", "cheese"), CallOptions.DEFAULT);
        assertThat(waited).isNotDone();

        taken.complete(null);

        assertThat(Farm.now(waited)).isInstanceOf(CallOutcome.Suspended.class);
        assertThat(farm.events).extracting(HostEvent::kind).contains(Kind.SENT);
        assertThat(host.instancesInMemory()).isZero();
        assertThat(stored("7").data().get("toppings", String.class)).isEqualTo("base");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 60})
    void messageOfAnInstanceThatHasFailedIsTriedAgainWhenTheInstanceIs(long secondsToUnload) {
        Operation<Orders.Order, Orders.Topping, String> last = Operation.mustExist("Last", Orders.Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    turn.send("kitchen", "stop");
                    turn.fail("out of flour");
                    return order.toppings();
                });
        farm.definition = Orders.DEFINITION.with(last);
        WorkflowHost host = farm.host(
                "one",
                settings -> settings.timeToUnload(Duration.ofSeconds(secondsToUnload))
                        .sink(kitchen));
        host.call(Orders.ADD, topping("7", "base"));
        kitchen.refuse(1);
        host.call(last, topping("7", ""));
        farm.advance(Duration.ofHours(1));
        assertThat(kitchen.texts()).isEmpty();

        host.control().retry(Orders.home("7"));
        farm.advance(Duration.ofMinutes(1));

        assertThat(kitchen.texts()).containsExactly("stop");
    }

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    void instanceThatCouldNotBeCompletedAfterItsLastMessageIsCompletedLater(ConcurrencyControl way) {
        farm.definition = Orders.DEFINITION.concurrency(way);
        WorkflowHost host = host("one");
        host.call(Orders.ADD, topping("7", "base"));
        farm.engine.trouble(CommitInstance.class, Trouble.NONE, Trouble.NONE, Trouble.UNAVAILABLE);
        host.call(Orders.DELIVER, topping("7", "cheese"));
        assertThat(kitchen.texts()).containsExactly("base+cheese");

        farm.advance(SECOND.multipliedBy(60));

        assertThat(farm.peek(Orders.home("7"))).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(kitchen.texts()).containsExactly("base+cheese");
        assertThat(farm.events).extracting(HostEvent::kind).contains(Kind.COMPLETED);
    }

    @Test
    void instanceThatEndsAndIsKeptIsCompletedWhenItsMessagesAreSent() {
        farm.definition = Orders.DEFINITION.completingBy(CompletionAction.KEEP);
        WorkflowHost host = host("one");

        host.call(Orders.DELIVER, topping("7", "base"));

        assertThat(kitchen.texts()).containsExactly("base");
        assertThat(host.call(Orders.ADD, topping("7", "x"))).isInstanceOf(CallOutcome.Completed.class);
        assertThat(stored("7").state()).isEqualTo(InstanceState.COMPLETED);
    }

    @Test
    void sinkIsCalledOnThreadsOfTheHostOnly() {
        List<String> threads = new CopyOnWriteArrayList<>();
        CompletableFuture<Void> first = new CompletableFuture<>();
        ExecutorService ofTheHost = Executors.newSingleThreadExecutor(task -> new Thread(task, "of-the-host"));
        try {
            WorkflowHost host = farm.host(
                    "one",
                    settings -> settings.timeToUnload(Duration.ZERO)
                            .executor(ofTheHost)
                            .sinkTimeout(SECOND)
                            .maxSends(1)
                            .sink(message -> {
                                threads.add(Thread.currentThread().getName());
                                return threads.size() == 1 ? first : new CompletableFuture<>();
                            }));
            host.call(Orders.COOK_TWICE, topping("7", "base"));
            var behind = host.callAsync(Orders.COOK, topping("7", "cheese"), CallOptions.DEFAULT);
            await().atMost(HostFarm.PATIENCE).until(() -> threads.size() == 1);

            first.complete(null);
            await().atMost(HostFarm.PATIENCE).until(() -> threads.size() == 2);
            farm.advance(SECOND);
            await().atMost(HostFarm.PATIENCE).until(() -> threads.size() == 3);

            assertThat(threads).containsOnly("of-the-host");
            assertThat(behind).isDone();
        } finally {
            ofTheHost.shutdownNow();
        }
    }

    @Test
    void sinkThatThrowsOrNeverAnswersHasNotTakenTheMessage() {
        List<String> tries = new CopyOnWriteArrayList<>();
        WorkflowHost host = farm.host(
                "one",
                settings -> settings.timeToUnload(Duration.ZERO)
                        .sinkTimeout(SECOND)
                        .redelivery(new Backoff(SECOND, SECOND))
                        .sink(message -> {
                            tries.add(message.payload(String.class));
                            if (tries.size() == 1) {
                                throw new IllegalStateException("no");
                            }
                            return tries.size() == 2
                                    ? new CompletableFuture<>()
                                    : CompletableFuture.completedFuture(null);
                        }));

        host.call(Orders.COOK, topping("7", "base"));
        farm.advance(SECOND.multipliedBy(10));

        assertThat(tries).containsExactly("base", "base", "base");
        assertThat(stored("7").header().dueAt()).isNull();
    }

    private InstanceSnapshot stored(String order) {
        return farm.peek(Orders.home(order)).snapshotOrThrow();
    }
}
