// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.Orders.Topping;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.InspectSlot;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class OptimisticTest {

    private final Farm farm = new Farm();

    OptimisticTest() {
        farm.definition = Orders.DEFINITION;
    }

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    void bothToppingsOfTwoMessagesAtOnceAreInTheOrderAndEachReplyIsTrue() {
        WorkflowHost other = farm.host("two");
        AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});
        Operation<Order, Topping, String> slow = Operation.mustExist("Slow", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    meanwhile.getAndSet(() -> {}).run();
                    return turn.become(order.with(message.name())).toppings();
                });
        farm.definition = Orders.DEFINITION.with(slow);
        WorkflowHost host = farm.host("one");
        host.call(Orders.ADD, topping("7", "base"));
        meanwhile.set(() -> assertThat(reply(other.call(Orders.ADD, topping("7", "cheese"))))
                .isEqualTo("base+cheese"));

        CallOutcome.Replied<String> answer =
                host.call(slow, topping("7", "mushroom")).replyOrThrow();

        assertThat(answer.reply()).isEqualTo("base+cheese+mushroom");
        assertThat(answer.facts().attempts()).isEqualTo(2);
        assertThat(farm.events).extracting(HostEvent::kind).contains(Kind.RERUN);
        assertThat(reply(other.call(Orders.READ, topping("7", "")))).isEqualTo("base+cheese+mushroom");
    }

    @Test
    void nothingIsHeldWhileATurnRuns() {
        WorkflowHost host = farm.host("one");
        host.call(Orders.ADD, topping("7", "base"));
        farm.engine.operations();

        host.call(Orders.ADD, topping("7", "cheese"));
        assertThat(farm.engine.operations()).containsExactly("CommitInstance");
        assertThat(host.instancesInMemory()).isZero();
    }

    @Test
    void instanceThatIsHeldElsewhereIsWaitedFor() {
        WorkflowHost host = farm.host("one");
        host.call(Orders.ADD, topping("7", "base"));
        var held = farm.tool().hold(Orders.home("7"));

        var answer = host.callAsync(Orders.ADD, topping("7", "cheese"), CallOptions.DEFAULT);
        farm.advance(Duration.ofSeconds(2));
        assertThat(answer).isNotDone();
        held.close();
        farm.advance(Duration.ofSeconds(2));

        assertThat(reply(Farm.now(answer))).isEqualTo("base+cheese");
    }

    @Test
    void callWhoseInstanceIsHeldElsewhereMayBeAnsweredAtOnce() {
        WorkflowHost host = farm.host(
                "one", settings -> settings.timeToUnload(Duration.ZERO).waitsForHolders(false));
        host.call(Orders.ADD, topping("7", "base"));
        var held = farm.tool().hold(Orders.home("7"));

        assertThat(host.call(Orders.ADD, topping("7", "cheese"))).isInstanceOf(CallOutcome.Busy.class);
        held.close();
    }

    @Test
    void turnThatFailsWhileTheInstanceIsHeldElsewhereSuspendsItWhenItIsReleased() {
        WorkflowHost host = farm.host("one");
        host.call(Orders.ADD, topping("7", "base"));
        var held = farm.tool().hold(Orders.home("7"));

        var burnt = host.callAsync(Orders.BURN, topping("7", ""), CallOptions.DEFAULT);
        farm.advance(Duration.ofSeconds(2));
        assertThat(burnt).isNotDone();
        held.close();
        farm.advance(Duration.ofSeconds(2));

        assertThat(burnt).failsWithin(Duration.ZERO).withThrowableThat().withCauseInstanceOf(TurnFailedException.class);
        assertThat(farm.peek(Orders.home("7")).snapshotOrThrow().header().suspension())
                .isNotNull();
        assertThat(farm.happened()).contains(Kind.WAITED, Kind.SUSPENDED);
    }

    @Test
    void turnThatFailsWhileTheInstanceStaysHeldElsewhereIsAnsweredWithItsFailure() {
        WorkflowHost host = farm.host("one");
        host.call(Orders.ADD, topping("7", "base"));
        var held = farm.tool().hold(Orders.home("7"));

        var burnt = host.callAsync(Orders.BURN, topping("7", ""), CallOptions.DEFAULT.within(Duration.ofSeconds(3)));
        farm.advance(Duration.ofSeconds(4));
        held.close();

        assertThat(burnt).failsWithin(Duration.ZERO).withThrowableThat().withCauseInstanceOf(TurnFailedException.class);
    }

    @Test
    void turnThatFailsWhileItsInstanceEndsIsAnsweredSo() {
        farm.definition = Orders.DEFINITION.completingBy(CompletionAction.KEEP);
        WorkflowHost other = farm.host("two");
        Operation<Order, Topping, String> late = Operation.mustExist("Late", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    other.control().terminate(turn.instanceId(), "enough");
                    throw new IllegalStateException("too late");
                });
        farm.definition = Orders.DEFINITION.with(late).completingBy(CompletionAction.KEEP);
        WorkflowHost host = farm.host("one");
        host.call(Orders.ADD, topping("7", "base"));

        assertThat(host.call(late, topping("7", ""))).isInstanceOf(CallOutcome.Completed.class);
    }

    @Test
    void callThatHasUsedUpItsAttemptsIsAnswered() {
        WorkflowHost other = farm.host("two");
        Operation<Order, Topping, String> unlucky = Operation.mustExist("Unlucky", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    other.call(Orders.ADD, topping("7", "x"));
                    return turn.become(order.with("never")).toppings();
                });
        farm.definition = Orders.DEFINITION.with(unlucky);
        WorkflowHost host = farm.host(
                "one", settings -> settings.timeToUnload(Duration.ZERO).maxAttempts(3));
        host.call(Orders.ADD, topping("7", "base"));

        var answer = host.callAsync(unlucky, topping("7", ""), CallOptions.DEFAULT);
        farm.advance(Duration.ofSeconds(5));

        assertThat(answer)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(AttemptsExhaustedException.class)
                .withMessageContaining("begun 3 times")
                .withMessageEndingWith(" key=" + Orders.BY_ORDER.destinationOf(topping("7", "")));
        assertThat(reply(other.call(Orders.READ, topping("7", "")))).isEqualTo("base+x+x+x");
    }

    @Test
    void definitionSaysInWhichWay() {
        farm.definition = Orders.DEFINITION.concurrency(ConcurrencyControl.PESSIMISTIC);
        WorkflowHost holding = farm.host("holding");
        holding.call(Orders.ADD, topping("7", "base"));
        farm.engine.operations();
        holding.call(Orders.ADD, topping("7", "cheese"));
        assertThat(farm.engine.operations()).containsExactly("AcquireInstance", "CommitInstance");

        farm.definition = Orders.DEFINITION.concurrency(ConcurrencyControl.OPTIMISTIC);
        WorkflowHost free = farm.host("free", settings -> settings.timeToUnload(IdlePolicy.NEVER));
        farm.engine.operations();
        free.call(Orders.ADD, topping("7", "ham"));
        assertThat(farm.engine.operations()).containsExactly("CommitInstance");
        assertThat(free.instancesInMemory()).isZero();
    }

    @Test
    void saveWhoseAnswerIsLostIsSettled() {
        WorkflowHost host = farm.host("one");
        host.call(Orders.ADD, topping("7", "base"));
        farm.engine.trouble(CommitInstance.class, TroubledEngine.Trouble.REPLY_LOST);

        assertThat(reply(host.call(Orders.ADD, topping("7", "cheese")))).isEqualTo("base+cheese");
        assertThat(reply(host.call(Orders.READ, topping("7", "")))).isEqualTo("base+cheese");
    }

    @Test
    void storeThatCannotBeReachedIsAskedAgain() {
        WorkflowHost host = farm.host("one");
        host.call(Orders.ADD, topping("7", "base"));
        farm.engine.trouble(InspectSlot.class, TroubledEngine.Trouble.UNAVAILABLE);

        assertThat(reply(host.call(Orders.ADD, topping("7", "cheese")))).isEqualTo("base+cheese");
    }
}
