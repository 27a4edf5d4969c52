// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.Orders.Topping;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerDescription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two versions side by side on one host, the new one of which can go on with instances of the old one. */
final class TwoVersionsTest {

    private final Farm farm = new Farm();
    private final List<String> ran = new ArrayList<>();
    private final Operation<Order, Topping, String> beginOld = begin("1.0");
    private final Operation<Order, Topping, String> tickOld = tick("1.0");
    private final WorkflowDefinition<Order> old =
            version("1.0").with(beginOld, tickOld).completingBy(CompletionAction.KEEP);

    TwoVersionsTest() {
        farm.definition = version("2.0")
                .with(begin("2.0"), tick("2.0"))
                .completingBy(CompletionAction.DELETE)
                .continuing(old.identity());
    }

    @AfterEach
    void close() {
        farm.close();
    }

    private static WorkflowDefinition<Order> version(String number) {
        return WorkflowDefinition.of(DefinitionIdentity.of("Clock", number), StateMapping.ofRecord(Order.class));
    }

    private Operation<Order, Topping, String> tick(String number) {
        return Operation.mustExist("Tick", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    ran.add(number);
                    return turn.become(order.with("tick")).toppings();
                });
    }

    private Operation<Order, Topping, String> begin(String number) {
        Operation<Order, Topping, String> tick = tick(number);
        return Operation.createOnly("Begin", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    turn.scheduleAfter("tick", Duration.ofMinutes(10), tick, message);
                    return turn.become(new Order(message.order(), "", 1, "")).toppings();
                });
    }

    @Test
    void theFunctionThatUpgradesIsOfAnotherVersion() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> old.upgrading(old.identity(), values -> new Order("7", "", 1, "")))
                .withMessageContaining("Clock 1.0")
                .withMessageContaining("give the definition of the new form another version");
        assertThat(old.continuing(old.identity()).continued()).isEmpty();
    }

    @Test
    void whatNoMessageDecidesIsDoneByTheVersionOfTheInstance() {
        WorkflowHost host = farm.host("one", settings -> settings.definition(old));
        host.call(beginOld, topping("7", ""));
        farm.advance(Duration.ofMinutes(20));

        assertThat(ran).containsExactly("1.0");
        assertThat(farm.peek(Orders.home("7")).snapshotOrThrow().header().definition())
                .isEqualTo(old.identity());
        host.post(tickOld, topping("7", ""));
        assertThat(ran).containsExactly("1.0", "1.0");
        host.control().terminate(Orders.home("7"), "enough");
        assertThat(farm.peek(Orders.home("7")).snapshotOrThrow().state()).isEqualTo(InstanceState.COMPLETED);
    }

    private static final Operation<Order, Topping, String> KEEP_AND_SEND = Operation.mustExist(
                    "KeepAndSend", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .handledBy((turn, order, message) -> {
                turn.unchanged();
                turn.send("kitchen", order.toppings());
                return order.toppings();
            });

    /** Another form: one value. */
    private static final WorkflowDefinition<Order> ANOTHER_FORM = WorkflowDefinition.of(
                    "PizzaOrder", "2.0", Order.class)
            .with(Orders.READ, Orders.REMIND, KEEP_AND_SEND)
            .upgrading(
                    Orders.DEFINITION.identity(),
                    values -> new Order(
                            values.get("id", String.class), values.get("toppings", String.class) + "+upgraded", 1, ""));

    /** An instance of the former version with a timer; no host of that version runs any more. */
    private void leaveBehind() {
        farm.definition = Orders.DEFINITION;
        WorkflowHost former = farm.host("former");
        former.call(Orders.ADD, topping("7", "base"));
        former.call(Orders.REMIND_LATER, topping("7", "cheese"));
        former.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 60})
    void turnThatLeavesTheStateAsItIsLeavesItInItsForm(long secondsToUnload) {
        leaveBehind();
        farm.definition = ANOTHER_FORM;
        Orders.Kitchen kitchen = new Orders.Kitchen();
        WorkflowHost host = farm.host(
                "later",
                settings -> settings.timeToUnload(Duration.ofSeconds(secondsToUnload))
                        .sink(kitchen));

        assertThat(reply(host.call(KEEP_AND_SEND, topping("7", "")))).isEqualTo("base+cheese+upgraded");
        host.close();
        WorkflowHost next = farm.host("next");

        assertThat(reply(next.call(Orders.READ, topping("7", "")))).isEqualTo("base+cheese+upgraded");
        assertThat(kitchen.texts()).containsExactly("base+cheese+upgraded");
    }

    @Test
    void timersOfAFormerVersionFireWhenOnlyTheNewOneIsLeft() {
        leaveBehind();
        farm.definition = ANOTHER_FORM;
        WorkflowHost host = farm.host("later");

        farm.advance(Duration.ofMinutes(1));

        assertThat(reply(host.call(Orders.READ, topping("7", "")))).isEqualTo("base+cheese+upgraded+late-once");
        assertThat(farm.peek(Orders.home("7")).snapshotOrThrow().header().definition())
                .isEqualTo(ANOTHER_FORM.identity());
    }

    @Test
    void messagesOfAFormerVersionAreSentWhenOnlyTheNewOneIsLeft() {
        farm.definition = Orders.DEFINITION;
        Orders.Kitchen closed = new Orders.Kitchen();
        closed.refuse(1);
        WorkflowHost former = farm.host(
                "former", settings -> settings.timeToUnload(Duration.ZERO).sink(closed));
        former.call(Orders.COOK, topping("7", "base"));
        former.close();
        farm.definition = ANOTHER_FORM;
        Orders.Kitchen kitchen = new Orders.Kitchen();
        WorkflowHost host = farm.host(
                "later", settings -> settings.timeToUnload(Duration.ZERO).sink(kitchen));

        farm.advance(Duration.ofMinutes(1));

        assertThat(kitchen.texts()).containsExactly("base");
        assertThat(reply(host.call(Orders.READ, topping("7", "")))).isEqualTo("base+upgraded");
    }

    @Test
    void hostWithOneDefinitionMoreLooksAfterTheInstancesOfTheHostTypeThatItIsGiven() {
        leaveBehind();
        WorkflowHost host = farm.host(
                "more",
                settings -> settings.timeToUnload(Duration.ZERO)
                        .owner(OwnerDescription.ofType("PizzaOrder"))
                        .definition(Docs.DEFINITION));

        farm.advance(Duration.ofMinutes(1));

        assertThat(reply(host.call(Orders.READ, topping("7", "")))).isEqualTo("base+cheese+late-once");
    }
}
