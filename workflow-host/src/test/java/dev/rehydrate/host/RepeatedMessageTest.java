// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.host.MortalEngine.Death;
import dev.rehydrate.host.TurnFacts.Mark;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.slot.operation.CommitInstance;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RepeatedMessageTest {

    private final Farm farm = new Farm();

    RepeatedMessageTest() {
        farm.definition = Orders.DEFINITION;
    }

    @AfterEach
    void close() {
        farm.close();
    }

    private static CallOptions named(String id) {
        return CallOptions.DEFAULT.withMessageId(id);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 60})
    void repeatedMessageGetsItsFirstReplyWithoutASecondTurn(long secondsToUnload) {
        WorkflowHost host = farm.host("one", settings -> settings.timeToUnload(Duration.ofSeconds(secondsToUnload)));
        host.call(Orders.ADD, topping("7", "base"), named("m1"));
        host.call(Orders.ADD, topping("7", "cheese"), named("m2"));
        host.call(Orders.ADD, topping("7", "ham"), named("m3"));

        CallOutcome.Replied<String> again =
                host.call(Orders.ADD, topping("7", "cheese"), named("m2")).replyOrThrow();

        assertThat(again.reply()).isEqualTo("base+cheese");
        assertThat(again.facts().has(Mark.REPEATED)).isTrue();
        assertThat(again.facts().has(Mark.SAVED)).isFalse();
        assertThat(reply(host.call(Orders.ADD, topping("7", "base"), named("m1"))))
                .isEqualTo("base");
        assertThat(reply(host.call(Orders.READ, topping("7", "")))).isEqualTo("base+cheese+ham");
    }

    @Test
    void repeatedMessageThatOnlyCreatesGetsItsFirstReplyToo() {
        Operation<Orders.Order, Orders.Topping, String> begin = Operation.createOnly("Begin", Orders.Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .replying(String.class)
                .handledBy((turn, order, message) -> turn.become(new Orders.Order("7", message.name(), 1, ""))
                        .toppings());
        farm.definition = Orders.DEFINITION.with(begin);
        farm.host("one").call(begin, topping("7", "base"), named("m1"));
        WorkflowHost two = farm.host("two");

        assertThat(reply(two.call(begin, topping("7", "base"), named("m1")))).isEqualTo("base");
        assertThat(two.call(begin, topping("7", "base"), named("m2"))).isInstanceOf(CallOutcome.AlreadyExists.class);
    }

    @ParameterizedTest
    @EnumSource
    void messageThatHasChangedNothingIsHandledOnceToo(ConcurrencyControl concurrency) {
        Operation<Orders.Order, Orders.Topping, String> first = Operation.mustExist("First", Orders.Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .replying(String.class)
                .handledBy((turn, order, message) -> {
                    if (order.toppings().contains("+")) {
                        return turn.become(order.with(message.name())).toppings();
                    }
                    turn.unchanged();
                    return "too early";
                });
        farm.definition = Orders.DEFINITION.with(first).concurrency(concurrency);
        WorkflowHost one = farm.host("one", settings -> settings.timeToUnload(Duration.ZERO));
        Revision seen = one.call(Orders.ADD, topping("7", "base"))
                .replyOrThrow()
                .facts()
                .revision();
        CallOutcome.Replied<String> refused =
                one.call(first, topping("7", "ham"), named("m1")).replyOrThrow();
        assertThat(refused.facts().revision()).as("what clients match").isEqualTo(seen);
        one.call(Orders.ADD, topping("7", "cheese"));
        WorkflowHost two = farm.host("two", settings -> settings.timeToUnload(Duration.ZERO));

        CallOutcome.Replied<String> again =
                two.call(first, topping("7", "ham"), named("m1")).replyOrThrow();

        assertThat(again.reply()).isEqualTo("too early");
        assertThat(again.facts().has(Mark.REPEATED)).isTrue();
        assertThat(reply(two.call(Orders.READ, topping("7", "")))).isEqualTo("base+cheese");
    }

    @Test
    void repeatedMessageIsHandledOnceAlsoIfRepliesDoNotWaitForSaves() {
        WorkflowHost host = farm.host(
                "one", settings -> settings.acknowledge(Acknowledge.BEFORE_SAVE).timeToUnload(IdlePolicy.NEVER));
        host.call(Orders.ADD, topping("7", "base"));
        host.call(Orders.ADD, topping("7", "cheese"), named("m1"));
        host.call(Orders.ADD, topping("7", "ham"));

        assertThat(reply(host.call(Orders.ADD, topping("7", "cheese"), named("m1"))))
                .isEqualTo("base+cheese");
        assertThat(reply(host.call(Orders.READ, topping("7", "")))).isEqualTo("base+cheese+ham");
    }

    /** The save that remembers it writes what was replied before its save too: the copy counts as saved from then on. */
    @Test
    void messageThatHasChangedNothingIsSavedWithWhatWasNotSavedBefore() {
        Operation<Orders.Order, Orders.Topping, String> look = Operation.mustExist("Look", Orders.Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .replying(String.class)
                .handledBy((turn, order, message) -> {
                    turn.become(order.with("not this"));
                    turn.unchanged();
                    return order.toppings();
                });
        farm.definition = Orders.DEFINITION.with(look);
        Death death = Death.never();
        WorkflowHost mortal = farm.mortal(
                "mortal",
                death,
                settings -> settings.acknowledge(Acknowledge.BEFORE_SAVE).timeToUnload(IdlePolicy.NEVER));
        mortal.call(Orders.ADD, topping("7", "base"));
        mortal.call(Orders.ADD, topping("7", "cheese"));

        assertThat(reply(mortal.call(look, topping("7", ""), named("m1")))).isEqualTo("base+cheese");

        death.now();
        var kept = farm.host("survivor")
                .callAsync(Orders.READ, topping("7", ""), CallOptions.DEFAULT.within(Duration.ofMinutes(5)));
        for (int i = 0; i < 200; i++) {
            farm.advance(Farm.SECOND);
        }
        assertThat(reply(Farm.now(kept))).isEqualTo("base+cheese");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 60})
    void aPrimitiveTypeStandsForItsWrapper(long secondsToUnload) {
        Operation<Integer, Integer, Integer> add = Operation.createOrGet("Add", int.class)
                .correlatedBy(Correlation.<Integer>content("sums").part("sum", message -> "one"))
                .replying(int.class)
                .handledBy((turn, sum, message) -> turn.become(sum == null ? message : sum + message));
        WorkflowHost host = farm.host(
                "one",
                settings -> settings.definition(
                                WorkflowDefinition.of("Sum", "1", int.class).with(add))
                        .timeToUnload(Duration.ofSeconds(secondsToUnload)));
        host.call(add, 1, named("m1"));

        assertThat(host.call(add, 2, named("m2")).replyOrThrow().reply()).isEqualTo(3);
        assertThat(host.call(add, 1, named("m1")).replyOrThrow().reply()).isEqualTo(1);
    }

    @Test
    void anyHostKnows() {
        farm.host("one").call(Orders.ADD, topping("7", "base"), named("m1"));

        assertThat(reply(farm.host("two").call(Orders.ADD, topping("7", "base"), named("m1"))))
                .isEqualTo("base");
    }

    @Test
    void instanceThatHasEndedAndWasKeptStillKnows() {
        farm.definition = Orders.DEFINITION.completingBy(CompletionAction.KEEP);
        WorkflowHost host = farm.host(
                "one", settings -> settings.timeToUnload(Duration.ZERO).sink(new Orders.Kitchen()));
        host.call(Orders.DELIVER, topping("7", "base"), named("m1"));

        assertThat(reply(host.call(Orders.DELIVER, topping("7", "base"), named("m1"))))
                .isEqualTo("base");
        assertThat(host.call(Orders.DELIVER, topping("7", "base"), named("m2")))
                .isInstanceOf(CallOutcome.Completed.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 60})
    void instanceThatHasFailedStillKnows(long secondsToUnload) {
        Operation<Orders.Order, Orders.Topping, String> giveUp = Operation.mustExist("Last", Orders.Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .replying(String.class)
                .handledBy((turn, order, message) -> {
                    turn.fail("out of flour");
                    return "sorry";
                });
        farm.definition = Orders.DEFINITION.with(giveUp);
        WorkflowHost host = farm.host("one", settings -> settings.timeToUnload(Duration.ofSeconds(secondsToUnload)));
        host.call(Orders.ADD, topping("7", "base"));
        host.call(giveUp, topping("7", ""), named("m1"));

        assertThat(reply(host.call(giveUp, topping("7", ""), named("m1")))).isEqualTo("sorry");
        assertThat(host.call(giveUp, topping("7", ""), named("m2"))).isInstanceOf(CallOutcome.Suspended.class);
    }

    @Test
    void noMoreThanAskedForIsRemembered() {
        WorkflowHost host = farm.host(
                "one", settings -> settings.timeToUnload(Duration.ZERO).remember(2, Duration.ofMinutes(1)));
        for (int i = 1; i <= 3; i++) {
            host.call(Orders.ADD, topping("7", "t" + i), named("m" + i));
        }
        assertThat(farm.peek(Orders.home("7")).snapshotOrThrow().metadata().names())
                .containsExactlyInAnyOrder("rehydrate.handled", "rehydrate.handled.2", "rehydrate.handled.3");
        assertThat(reply(host.call(Orders.ADD, topping("7", "t1"), named("m1"))))
                .isEqualTo("t1+t2+t3+t1");

        farm.advance(Duration.ofMinutes(2));
        host.call(Orders.ADD, topping("7", "t4"), named("m4"));
        assertThat(farm.peek(Orders.home("7")).snapshotOrThrow().metadata().names())
                .containsExactlyInAnyOrder("rehydrate.handled", "rehydrate.handled.5");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 600})
    void whatIsOlderThanAskedForIsForgotten(long secondsToUnload) {
        WorkflowHost host = farm.host(
                "one",
                settings -> settings.timeToUnload(Duration.ofSeconds(secondsToUnload))
                        .remember(32, Duration.ofMinutes(1)));
        host.call(Orders.ADD, topping("7", "a"), named("m1"));
        farm.advance(Duration.ofSeconds(60));
        assertThat(reply(host.call(Orders.ADD, topping("7", "a"), named("m1")))).isEqualTo("a");

        farm.advance(Duration.ofSeconds(1));

        assertThat(reply(host.call(Orders.ADD, topping("7", "a"), named("m1")))).isEqualTo("a+a");
    }

    @Test
    void whatIsToBeRememberedForEverIs() {
        WorkflowHost host = farm.host(
                "one", settings -> settings.timeToUnload(Duration.ZERO).remember(32, IdlePolicy.NEVER));
        host.call(Orders.ADD, topping("7", "a"), named("m1"));
        host.call(Orders.ADD, topping("7", "b"), named("m2"));

        assertThat(reply(host.call(Orders.ADD, topping("7", "a"), named("m1")))).isEqualTo("a");
    }

    @Test
    void messageThatHasBegunItsInstanceBeginsItOnce() {
        Operation<Orders.Order, Orders.Topping, String> begin = Operation.createOnly("Begin", Orders.Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .replying(String.class)
                .handledBy(
                        (turn, order, message) -> turn.become(new Orders.Order(message.order(), message.name(), 1, ""))
                                .toppings());
        farm.definition = Orders.DEFINITION.with(begin);
        WorkflowHost host = farm.host("one");
        host.call(begin, topping("7", "base"), named("m1"));

        assertThat(reply(host.call(begin, topping("7", "base"), named("m1")))).isEqualTo("base");
        assertThat(host.call(begin, topping("7", "base"), named("m2"))).isInstanceOf(CallOutcome.AlreadyExists.class);
    }

    @Test
    void messageThatComesToTwoHostsAtOnceBeginsItsInstanceOnce() {
        Operation<Orders.Order, Orders.Topping, String> begin = begin(false);
        WorkflowHost one = farm.host("one");
        WorkflowHost two = farm.host("two");
        var second = delayed(two, begin);

        assertThat(reply(one.call(begin, topping("7", "base"), named("m1")))).isEqualTo("base 1");
        farm.engine.letGo();

        assertThat(reply(Farm.now(second))).isEqualTo("base 1");
    }

    @Test
    void messageThatComesToTwoHostsAtOnceEndsItsInstanceOnce() {
        Operation<Orders.Order, Orders.Topping, String> beginAndEnd = begin(true);
        WorkflowHost one = farm.host("one");
        WorkflowHost two = farm.host("two");
        var second = delayed(two, beginAndEnd);

        assertThat(reply(one.call(beginAndEnd, topping("7", "base"), named("m1"))))
                .isEqualTo("base 1");
        farm.engine.letGo();

        assertThat(reply(Farm.now(second))).isEqualTo("base 1");
    }

    /** Says which of two turns has made the reply. */
    private Operation<Orders.Order, Orders.Topping, String> begin(boolean ends) {
        AtomicInteger turns = new AtomicInteger(2);
        Operation<Orders.Order, Orders.Topping, String> begin = Operation.createOnly("Begin", Orders.Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .replying(String.class)
                .handledBy((turn, order, message) -> {
                    turn.become(new Orders.Order(message.order(), message.name(), 1, ""));
                    if (ends) {
                        turn.complete(CompletionAction.KEEP);
                    }
                    return message.name() + " " + turns.getAndDecrement();
                });
        farm.definition = Orders.DEFINITION.with(begin);
        return begin;
    }

    /** The turn of the host that was started last is run, and its save is on its way. */
    private CompletableFuture<CallOutcome<String>> delayed(
            WorkflowHost last, Operation<Orders.Order, Orders.Topping, String> begin) {
        farm.engine.trouble(CommitInstance.class, TroubledEngine.Trouble.DELAYED);
        CompletableFuture<CallOutcome<String>> answer = last.callAsync(begin, topping("7", "base"), named("m1"));
        assertThat(answer).isNotDone();
        return answer;
    }

    @Test
    void replyThatCouldNotBeReadAgainIsRefusedBeforeAnythingIsDone() {
        WorkflowHost host = farm.host("one");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> host.call(Orders.READ, topping("7", ""), named("m1")))
                .withMessageContaining("replying");
    }
}
