// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.ResumeInstance;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.Orders.Topping;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.Revision;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a client has to match is the state that it saw, and nothing that the host keeps beside it. */
final class EtagTest {

    /** A timer that finds nothing to do. */
    private static final Operation<Order, Topping, String> LOOK = Operation.mustExist("Look", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .replying(String.class)
            .handledBy((turn, order, message) -> {
                turn.unchanged();
                return order.toppings();
            });

    private static final Operation<Order, Topping, String> LOOK_OFTEN = Operation.mustExist("LookOften", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .handledBy((turn, order, message) -> {
                turn.become(order.with(message.name()));
                turn.scheduleEvery("look", Duration.ofMinutes(10), LOOK, message);
                return order.toppings();
            });

    private final Farm farm = new Farm();
    private final Orders.Kitchen kitchen = new Orders.Kitchen();

    /** How a host keeps instances. */
    enum Kept {
        HELD_AND_UNLOADED,
        HELD_IN_MEMORY,
        OPTIMISTIC
    }

    @AfterEach
    void close() {
        farm.close();
    }

    private WorkflowHost host(String node, Kept kept) {
        farm.definition = Orders.DEFINITION
                .with(LOOK, LOOK_OFTEN)
                .concurrency(kept == Kept.OPTIMISTIC ? ConcurrencyControl.OPTIMISTIC : ConcurrencyControl.PESSIMISTIC);
        return farm.host(
                node,
                settings -> settings.sink(kitchen)
                        .redelivery(new Backoff(SECOND, SECOND.multipliedBy(8)))
                        .timeToUnload(kept == Kept.HELD_IN_MEMORY ? Duration.ofHours(5) : Duration.ZERO));
    }

    private static Revision revision(CallOutcome<?> outcome) {
        return outcome.replyOrThrow().facts().revision();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("the revision of a reply is still the one to match after the turn's messages were sent")
    void sending(Kept kept) {
        WorkflowHost host = host("one", kept);
        Revision seen = revision(host.call(Orders.COOK, topping("7", "base")));

        for (int i = 0; i < 30; i++) {
            CallOutcome<String> next =
                    host.call(Orders.COOK_TWICE, topping("7", "t" + i), CallOptions.DEFAULT.ifMatch(seen));
            assertThat(next)
                    .as("call %s with the revision of the last reply", i)
                    .isInstanceOf(CallOutcome.Replied.class);
            assertThat(revision(next)).isNotEqualTo(seen);
            seen = revision(next);
        }

        assertThat(kitchen.taken).hasSize(61);
        assertThat(host.find(Orders.home("7")).orElseThrow().revision()).isEqualTo(seen);
        assertThat(host("other", Kept.HELD_AND_UNLOADED)
                        .find(Orders.home("7"))
                        .orElseThrow()
                        .revision())
                .isEqualTo(seen);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("messages that are tried again and again do not move the revision that clients match")
    void redelivery(Kept kept) {
        WorkflowHost host = host("one", kept);
        kitchen.refuse(3);
        Revision seen = revision(host.call(Orders.COOK, topping("7", "base")));
        for (int i = 0; i < 4; i++) {
            farm.advance(SECOND.multipliedBy(10));
        }

        assertThat(kitchen.texts()).containsExactly("base");
        assertThat(farm.peek(Orders.home("7")).snapshotOrThrow().revision()).isNotEqualTo(seen);
        assertThat(host.call(Orders.ADD, topping("7", "x"), CallOptions.DEFAULT.ifMatch(seen)))
                .isInstanceOf(CallOutcome.Replied.class);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("a timer without a change leaves the revision that clients match, one with a change moves it")
    void timers(Kept kept) {
        WorkflowHost host = host("one", kept);
        host.call(Orders.ADD, topping("7", "base"));
        Revision seen = revision(host.call(LOOK_OFTEN, topping("7", "look")));
        for (int i = 0; i < 4; i++) {
            farm.advance(Duration.ofMinutes(10));
        }
        assertThat(farm.peek(Orders.home("7")).snapshotOrThrow().revision()).isNotEqualTo(seen);
        assertThat(revision(host.call(Orders.READ, topping("7", ""), CallOptions.DEFAULT.ifMatch(seen))))
                .isEqualTo(seen);

        Revision before = revision(host.call(Orders.REMIND_LATER, topping("7", "y")));
        farm.advance(SECOND.multipliedBy(20));

        assertThat(host.call(Orders.ADD, topping("7", "z"), CallOptions.DEFAULT.ifMatch(before)))
                .isInstanceOf(CallOutcome.Stale.class);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("that a message was handled does not move the revision that clients match")
    void handledMessages(Kept kept) {
        WorkflowHost host = host("one", kept);
        Revision seen = revision(host.call(Orders.ADD, topping("7", "base")));
        CallOptions named = CallOptions.DEFAULT.withMessageId("m1");

        assertThat(revision(host.call(LOOK, topping("7", ""), named))).isEqualTo(seen);
        assertThat(revision(host.call(LOOK, topping("7", ""), named))).isEqualTo(seen);

        assertThat(host.call(Orders.ADD, topping("7", "x"), CallOptions.DEFAULT.ifMatch(seen)))
                .isInstanceOf(CallOutcome.Replied.class);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("a further key is a change that clients see")
    void keys(Kept kept) {
        WorkflowHost host = host("one", kept);
        Revision seen = revision(host.call(Orders.ADD, topping("7", "base")));
        host.call(Orders.ALSO_KNOWN_AS, topping("7", "8"));

        assertThat(host.call(Orders.ADD, topping("7", "x"), CallOptions.DEFAULT.ifMatch(seen)))
                .isInstanceOf(CallOutcome.Stale.class);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("what others change without a host moves the revision that clients match")
    void changesByOthers(Kept kept) {
        WorkflowHost host = host("one", kept);
        Revision seen = revision(host.call(Orders.COOK, topping("7", "base")));
        host.close();
        Farm.Tool tool = farm.tool();
        tool.ask(
                Orders.home("7"),
                new SaveInstance(
                        CommandId.random(),
                        InstanceChanges.builder()
                                .replaceData(Map.of("toppings", InstanceValue.of("overwritten")))
                                .build(),
                        Expected.any(),
                        AfterSave.RELEASE));

        WorkflowHost other = host("two", kept);
        assertThat(other.call(Orders.ADD, topping("7", "x"), CallOptions.DEFAULT.ifMatch(seen)))
                .isInstanceOf(CallOutcome.Stale.class);
    }

    @Test
    @DisplayName(
            "to suspend and to resume an instance moves the revision that clients match, whatever was saved before")
    void suspension() {
        WorkflowHost host = host("one", Kept.HELD_AND_UNLOADED);
        for (Operation<Order, Topping, String> before : java.util.List.of(Orders.ADD, Orders.COOK)) {
            Revision seen = revision(host.call(before, topping("7", "base")));
            Farm.Tool tool = farm.tool();
            tool.ask(Orders.home("7"), SuspendInstance.because("a look"));
            tool.ask(Orders.home("7"), ResumeInstance.now());

            assertThat(host.call(Orders.ADD, topping("7", "x"), CallOptions.DEFAULT.ifMatch(seen)))
                    .isInstanceOf(CallOutcome.Stale.class);
        }
    }

    @Test
    @DisplayName("a save that expects what clients have seen does not overwrite bookkeeping")
    void bookkeepingIsNotOverwritten() {
        WorkflowHost host = host("one", Kept.HELD_AND_UNLOADED);
        Revision seen = revision(host.call(Orders.COOK, topping("7", "base")));

        SaveOutcome stale = farm.tool()
                .ask(
                        Orders.home("7"),
                        new SaveInstance(
                                CommandId.random(),
                                InstanceChanges.builder().neverDue().build(),
                                Expected.revision(seen),
                                AfterSave.RELEASE));

        assertThat(stale).isInstanceOf(SaveOutcome.Mismatch.class);
    }

    @Test
    @DisplayName("an administrator who interferes while messages are sent moves the revision, and no save is lost")
    void interferenceUnderTheHold() {
        WorkflowHost host = host("one", Kept.HELD_IN_MEMORY);
        kitchen.refuse(1);
        Revision seen = revision(host.call(Orders.COOK, topping("7", "base")));
        farm.tool().ask(Orders.home("7"), ResumeInstance.now());
        farm.advance(SECOND.multipliedBy(10));

        assertThat(kitchen.texts()).containsExactly("base");
        assertThat(host.call(Orders.ADD, topping("7", "x"), CallOptions.DEFAULT.ifMatch(seen)))
                .isInstanceOf(CallOutcome.Stale.class);
        Revision told = host.find(Orders.home("7")).orElseThrow().revision();
        assertThat(host.call(Orders.ADD, topping("7", "x"), CallOptions.DEFAULT.ifMatch(told)))
                .isInstanceOf(CallOutcome.Replied.class);
    }
}
