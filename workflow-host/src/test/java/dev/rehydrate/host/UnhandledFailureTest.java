// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.command.ResumeInstance;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.Orders.Topping;
import dev.rehydrate.host.lane.MetadataNames;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.store.InstanceHandle;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class UnhandledFailureTest {

    private final Farm farm = new Farm();
    private final Orders.Kitchen kitchen = new Orders.Kitchen();

    @AfterEach
    void close() {
        farm.close();
    }

    private WorkflowHost host(WorkflowDefinition<Order> definition, long secondsToUnload) {
        farm.definition = definition;
        return farm.host(
                "one",
                settings -> settings.timeToUnload(Duration.ofSeconds(secondsToUnload))
                        .sink(kitchen));
    }

    private InstanceSnapshot stored() {
        return farm.peek(Orders.home("7")).snapshotOrThrow();
    }

    private void burn(WorkflowHost host) {
        assertThatExceptionOfType(TurnFailedException.class)
                .isThrownBy(() -> host.call(Orders.BURN, topping("7", "")))
                .withMessageContaining("the oven is on fire");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 60})
    void instanceIsSuspendedWithTheReasonAndNothingOfTheTurnIsKept(long secondsToUnload) {
        WorkflowHost host = host(Orders.DEFINITION, secondsToUnload);
        host.call(Orders.ADD, topping("7", "base"));

        burn(host);

        assertThat(stored().header().suspension()).isNotNull().satisfies(suspension -> {
            assertThat(suspension.reason()).contains("Burn", "the oven is on fire");
            assertThat(suspension.failure()).isEqualTo(IllegalStateException.class.getName());
        });
        assertThat(stored().header().holder()).isNull();
        assertThat(host.instancesInMemory()).isZero();
        assertThat(host.call(Orders.READ, topping("7", ""))).isInstanceOf(CallOutcome.Suspended.class);
        assertThat(farm.events).extracting(HostEvent::kind).contains(Kind.SUSPENDED);
        farm.tool().ask(Orders.home("7"), ResumeInstance.now());
        assertThat(reply(host.call(Orders.READ, topping("7", "")))).isEqualTo("base");
        assertThat(kitchen.texts()).isEmpty();
    }

    @Test
    void instanceMayGoOn() {
        WorkflowHost host = host(Orders.DEFINITION.onUnhandledFailure(UnhandledFailure.ABANDON), 60);
        host.call(Orders.ADD, topping("7", "base"));

        burn(host);

        assertThat(reply(host.call(Orders.READ, topping("7", "")))).isEqualTo("base");
    }

    @Test
    void instanceMayFail() {
        WorkflowHost host = host(Orders.DEFINITION.onUnhandledFailure(UnhandledFailure.FAIL), 0);
        host.call(Orders.ADD, topping("7", "base"));

        burn(host);

        assertThat(stored().header().suspension()).isNotNull();
        assertThat(stored().metadata().get(MetadataNames.FAILURE, String.class)).contains("the oven is on fire");
        assertThat(farm.events).extracting(HostEvent::kind).contains(Kind.FAILED);
    }

    @Test
    void turnMayBeRunAgain() {
        AtomicInteger tries = new AtomicInteger();
        Operation<Order, Topping, String> flaky = Operation.mustExist("Flaky", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    if (tries.incrementAndGet() < 4) {
                        throw new IllegalStateException("not yet");
                    }
                    return turn.become(order.with("done")).toppings();
                });
        WorkflowHost host =
                host(Orders.DEFINITION.with(flaky).onUnhandledFailure(UnhandledFailure.SUSPEND.afterRetries(2)), 60);
        host.call(Orders.ADD, topping("7", "base"));

        var twice = host.callAsync(flaky, topping("7", ""), CallOptions.DEFAULT);
        farm.advance(Duration.ofSeconds(5));
        assertThat(twice).isCompletedExceptionally();
        assertThat(tries).hasValue(3);
        farm.tool().ask(Orders.home("7"), ResumeInstance.now());

        assertThat(reply(host.call(flaky, topping("7", "")))).isEqualTo("base+done");
    }

    @Test
    void firstTurnMayBeRunAgainToo() {
        AtomicInteger tries = new AtomicInteger();
        Operation<Order, Topping, String> flaky = Operation.createOnly("Flaky", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    if (tries.incrementAndGet() == 1) {
                        throw new IllegalStateException("not yet");
                    }
                    return turn.become(new Order("7", "base", 1, "")).toppings();
                });
        WorkflowHost host =
                host(Orders.DEFINITION.with(flaky).onUnhandledFailure(UnhandledFailure.SUSPEND.afterRetries(1)), 0);

        assertThat(reply(host.call(flaky, topping("7", "")))).isEqualTo("base");
        assertThat(tries).hasValue(2);
    }

    @Test
    void messageThatIsRefusedIsNoFailure() {
        WorkflowHost host = host(Orders.DEFINITION, 60);
        host.call(Orders.ADD, topping("7", "base"));

        assertThatExceptionOfType(TurnRefusedException.class)
                .isThrownBy(() -> host.call(Orders.REFUSE, topping("7", "")))
                .withMessage("no pineapple")
                .satisfies(refused -> assertThat(refused.instance()).isEqualTo(Orders.home("7")));
        assertThat(reply(host.call(Orders.READ, topping("7", "")))).isEqualTo("base");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 60})
    void turnMayEndTheInstanceBadly(long secondsToUnload) {
        WorkflowHost host = host(Orders.DEFINITION, secondsToUnload);
        host.call(Orders.ADD, topping("7", "base"));

        CallOutcome.Replied<String> answer =
                host.call(Orders.GIVE_UP, topping("7", "")).replyOrThrow();

        assertThat(answer.facts().has(TurnFacts.Mark.FAILED)).isTrue();
        assertThat(host.call(Orders.READ, topping("7", "")))
                .isInstanceOfSatisfying(
                        CallOutcome.Suspended.class,
                        outcome -> assertThat(outcome.suspension().reason()).isEqualTo("out of flour"));
        assertThat(stored().metadata().get(MetadataNames.FAILURE, String.class)).isEqualTo("out of flour");
        assertThat(stored().header().holder()).isNull();
        assertThat(host.instancesInMemory()).isZero();
    }

    /** A person who asks why the instance takes no messages would find nothing. */
    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n"})
    void turnNeedsAReasonToFail(String blank) {
        Operation<Order, Topping, String> vague = Operation.mustExist("Vague", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    turn.fail(blank);
                    return "";
                });
        WorkflowHost host = host(Orders.DEFINITION.with(vague).onUnhandledFailure(UnhandledFailure.ABANDON), 0);
        host.call(Orders.ADD, topping("7", "base"));

        assertThatExceptionOfType(TurnFailedException.class)
                .isThrownBy(() -> host.call(vague, topping("7", "")))
                .withMessageContaining("a failure needs a reason");
        assertThat(reply(host.call(Orders.READ, topping("7", "")))).isEqualTo("base");
    }

    @Test
    void turnThatFailsOnAStateThatIsGoneRunsAgainOnTheNewOne() {
        WorkflowHost other = host(Orders.DEFINITION, 0);
        AtomicInteger tries = new AtomicInteger();
        Operation<Order, Topping, String> hasty = Operation.mustExist("Hasty", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    if (tries.incrementAndGet() == 2) {
                        other.call(Orders.ADD, topping("7", "cheese"));
                    }
                    if (!order.toppings().contains("cheese")) {
                        throw new IllegalStateException("no cheese");
                    }
                    return turn.become(order.with("done")).toppings();
                });
        WorkflowHost host = host(Orders.DEFINITION.with(hasty), 0);
        host.call(Orders.ADD, topping("7", "base"));

        assertThat(reply(host.call(hasty, topping("7", "")))).isEqualTo("base+cheese+done");
        assertThat(stored().header().suspension()).isNull();
    }

    @Test
    void waitingForAHolderUsesUpNoRetry() {
        AtomicInteger tries = new AtomicInteger();
        Operation<Order, Topping, String> flaky = Operation.mustExist("Flaky", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    if (tries.incrementAndGet() == 1) {
                        throw new IllegalStateException("not yet");
                    }
                    return turn.become(order.with("done")).toppings();
                });
        UnhandledFailure once = UnhandledFailure.SUSPEND.afterRetries(1);
        WorkflowHost host = host(
                Orders.DEFINITION
                        .with(flaky)
                        .concurrency(ConcurrencyControl.PESSIMISTIC)
                        .onUnhandledFailure(once),
                0);
        host.call(Orders.ADD, topping("7", "base"));
        CompletableFuture<CallOutcome<String>> answer;
        try (InstanceHandle held = farm.tool().hold(Orders.home("7"))) {
            answer = host.callAsync(flaky, topping("7", ""), CallOptions.DEFAULT);
            farm.advance(SECOND.multipliedBy(3));
            assertThat(held.isValid()).isTrue();
        }

        farm.advance(SECOND.multipliedBy(3));

        assertThat(reply(Farm.now(answer))).isEqualTo("base+done");
        assertThat(tries).hasValue(2);
    }

    @Test
    void retriesThatTheDeadlineLeavesNoTimeForAreOver() {
        WorkflowHost host = host(Orders.DEFINITION.onUnhandledFailure(UnhandledFailure.SUSPEND.afterRetries(90)), 0);
        host.call(Orders.ADD, topping("7", "base"));

        var burnt = host.callAsync(Orders.BURN, topping("7", ""), CallOptions.DEFAULT.within(SECOND));
        farm.advance(SECOND.multipliedBy(2));

        assertThat(burnt).isCompletedExceptionally();
        assertThat(stored().header().suspension()).isNotNull();
        assertThat(host.call(Orders.ADD, topping("7", "x"))).isInstanceOf(CallOutcome.Suspended.class);
    }

    /** Makes its message when it is asked for it, of something that is not there. */
    private static final class Mute extends RuntimeException {

        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new NullPointerException("no words");
        }
    }

    @Test
    void exceptionThatFailsToSayWhatItIsSuspendsItsInstanceAsAnyOther() {
        Operation<Order, Topping, String> mute = Operation.mustExist("Mute", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    throw new Mute();
                });
        WorkflowHost host = host(Orders.DEFINITION.with(mute), 0);
        host.call(Orders.ADD, topping("7", "base"));

        assertThatExceptionOfType(TurnFailedException.class)
                .isThrownBy(() -> host.call(mute, topping("7", "")))
                .withMessageContaining(Mute.class.getName());

        assertThat(stored().header().suspension().reason()).contains("Mute", Mute.class.getName());
    }
}
