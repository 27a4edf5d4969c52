// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.kryo.KryoCodec;
import dev.rehydrate.command.change.DataChange;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.failure.KeyCollisionException;
import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.lane.DirtyTracker;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NamedValuesTest {

    private final Farm farm = new Farm();

    NamedValuesTest() {
        farm.definition = Orders.DEFINITION;
    }

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    void onlyWhatHasChangedTravels() {
        WorkflowHost host = farm.host("one");
        host.call(Orders.ADD, topping("7", "base"));
        DirtyTracker loaded =
                DirtyTracker.of(farm.peek(Orders.home("7")).snapshotOrThrow().data());
        Order next = new Order("7", "base+cheese", 2, "a note that stays");

        DirtyTracker.Step step = loaded.to(StateMapping.ofRecord(Order.class).toValues(next));

        assertThat(step.change()).isInstanceOf(DataChange.Change.class);
        assertThat(step.change().put()).containsOnlyKeys("toppings", "version");
        assertThat(step.after()
                        .to(StateMapping.ofRecord(Order.class).toValues(next))
                        .change())
                .isInstanceOf(DataChange.Unchanged.class);
    }

    @Test
    void valueThatCanBeChangedInPlaceTravelsUnlessItsStoredFormIsTheSame() {
        Map<String, InstanceValue> list = Map.of("a", InstanceValue.of(List.of(1)), "b", InstanceValue.of("x"));
        DirtyTracker first = DirtyTracker.none().to(list).after();

        assertThat(first.to(list).change()).isInstanceOf(DataChange.Change.class);
        assertThat(first.to(list).change().put()).containsOnlyKeys("a");
    }

    /** Equal to another with its id, whatever its name is. */
    public static final class Customer {
        public String id;
        public String name;

        static Customer named(String name) {
            Customer customer = new Customer();
            customer.id = "c1";
            customer.name = name;
            return customer;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Customer that && that.id.equals(id);
        }

        @Override
        public int hashCode() {
            return id.hashCode();
        }
    }

    /** A state with a value that has an identity of its own. */
    public record Account(Customer customer, List<Customer> others, int version) {}

    @Test
    void changeThatEqualsDoesNotSeeIsSavedToo() {
        Operation<Account, Orders.Topping, String> rename = Operation.createOrGet("Rename", Orders.Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, account, message) -> {
                    Customer customer = Customer.named(message.name());
                    int version = account == null ? 1 : account.version() + 1;
                    return turn.become(new Account(customer, List.of(customer), version))
                            .customer()
                            .name;
                });
        Operation<Account, Orders.Topping, String> name = Operation.mustExist("Name", Orders.Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, account, message) -> account.customer().name);
        farm.definition = WorkflowDefinition.of(
                        DefinitionIdentity.of("Account", "1.0"), StateMapping.ofRecord(Account.class))
                .with(rename, name);
        WorkflowHost host = farm.host("one");
        host.call(rename, topping("7", "Ann"));
        host.call(rename, topping("7", "Bea"));

        assertThat(reply(host.call(name, topping("7", "")))).isEqualTo("Bea");
    }

    /** A state with a value that contains itself. */
    public record Network(List<Object> nodes, int version) {}

    @Test
    void valueThatContainsItselfIsSavedAgainAfterALoad() {
        Operation<Network, Orders.Topping, String> grow = Operation.createOrGet("Grow", Orders.Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, network, message) -> {
                    List<Object> nodes = new ArrayList<>();
                    nodes.add(nodes);
                    Network next = network == null
                            ? new Network(nodes, 1)
                            : new Network(network.nodes(), network.version() + 1);
                    return "" + turn.become(next).version();
                });
        farm.definition = WorkflowDefinition.of(
                        DefinitionIdentity.of("Network", "1.0"), StateMapping.ofRecord(Network.class))
                .with(grow);
        StoreOptions options = StoreOptions.defaults()
                .withTime(farm.time)
                .withValues(ValueEncoding.with(KryoCodec.builder().build()));
        try (InstanceStore store = MemoryInstanceStore.open(farm.data, options)) {
            WorkflowHost host = farm.host("one", store, settings -> settings.timeToUnload(Duration.ZERO));
            host.call(grow, topping("7", ""));

            assertThat(reply(host.call(grow, topping("7", "")))).isEqualTo("2");
        }
    }

    @Test
    void valueThatIsGoneIsRemoved() {
        DirtyTracker first = DirtyTracker.none()
                .to(Map.of("a", InstanceValue.of(1), "b", InstanceValue.of(2), "c", InstanceValue.of(3)))
                .after();

        assertThat(first.to(Map.of("a", InstanceValue.of(1), "b", InstanceValue.of(5)))
                        .change())
                .isEqualTo(new DataChange.Change<>(new ValueDelta<>(Map.of("b", InstanceValue.of(5)), Set.of("c"))));
    }

    @Test
    void withAWriteOnlyValueAllTravel() {
        Map<String, InstanceValue> values =
                Map.of("a", InstanceValue.of(1), "b", InstanceValue.of(2).with(InstanceValue.Option.WRITE_ONLY));

        assertThat(DirtyTracker.none().to(values).after().to(values).change()).isInstanceOf(DataChange.Replace.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 60})
    void furtherKeyLeadsToTheInstanceUntilItIsReleased(long secondsToUnload) {
        WorkflowHost host = farm.host("one", settings -> settings.timeToUnload(Duration.ofSeconds(secondsToUnload)));
        WorkflowHost other = farm.host("two");
        host.call(Orders.ADD, topping("7", "base"));
        host.call(Orders.ALSO_KNOWN_AS, topping("7", "seven"));

        assertThat(reply(host.call(Orders.READ, topping("seven", "")))).isEqualTo("base");
        assertThat(reply(host.call(Orders.ADD, topping("seven", "ham")))).isEqualTo("base+ham");
        host.call(Orders.ADD, topping("8", "other"));
        assertThatExceptionOfType(KeyCollisionException.class)
                .isThrownBy(() -> host.call(Orders.ALSO_KNOWN_AS, topping("8", "seven")));
        host.call(Orders.NO_LONGER, topping("7", "seven"));

        assertThat(host.call(Orders.READ, topping("seven", ""))).isInstanceOf(CallOutcome.UnknownInstance.class);
        assertThat(other.call(Orders.READ, topping("seven", ""))).isInstanceOf(CallOutcome.UnknownInstance.class);
        assertThat(reply(host.call(Orders.READ, topping("8", "")))).isEqualTo("other");
    }

    /** A later form of the order. */
    public record NewOrder(String id, List<String> toppings) {}

    @Test
    void stateOfAFormerVersionIsBroughtIntoTheNewForm() {
        farm.host("one").call(Orders.ADD, topping("7", "base"));
        Operation<NewOrder, Orders.Topping, Integer> count = Operation.mustExist("Count", Orders.Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> order.toppings().size());
        farm.definition = WorkflowDefinition.of("PizzaOrder", "2.0", NewOrder.class)
                .with(count)
                .upgrading(
                        Orders.DEFINITION.identity(),
                        values -> new NewOrder(
                                values.get("id", String.class), List.of(values.get("toppings", String.class), "more")));
        WorkflowHost host = farm.host("new");

        assertThat(reply(host.call(count, topping("7", "")))).isEqualTo(2);
        assertThat(reply(host.call(count, topping("7", "")))).isEqualTo(2);
        var stored = farm.peek(Orders.home("7")).snapshotOrThrow();
        assertThat(stored.header().definition()).isEqualTo(DefinitionIdentity.of("PizzaOrder", "2.0"));
        assertThat(stored.data().names()).containsExactly("state");
    }

    @Test
    void upgradeThatGivesNoStateTouchesNothing() {
        farm.host("one").call(Orders.ADD, topping("7", "base"));
        farm.definition = WorkflowDefinition.of(
                        DefinitionIdentity.of("PizzaOrder", "2.0"), StateMapping.ofRecord(Order.class))
                .with(Orders.ADD)
                .upgrading(Orders.DEFINITION.identity(), values -> null);
        WorkflowHost host = farm.host("new");

        assertThatExceptionOfType(NullPointerException.class)
                .isThrownBy(() -> host.call(Orders.ADD, topping("7", "cheese")))
                .withMessageContaining("PizzaOrder 1.0");

        var stored = farm.peek(Orders.home("7")).snapshotOrThrow();
        assertThat(stored.data().get("toppings", String.class)).isEqualTo("base");
        assertThat(stored.header().holder()).isNull();
    }

    @Test
    void instanceWhoseStateThisReleaseCannotMakeIsLeftToOthersWhenItIsDue() {
        WorkflowHost host = farm.host("one");
        host.call(Orders.REMIND_LATER, topping("7", "base"));
        host.close();
        StateMapping<Order> broken = new StateMapping<>() {
            @Override
            public Map<String, InstanceValue> toValues(Order state) {
                throw new IllegalStateException("cannot write");
            }

            @Override
            public Order fromValues(dev.rehydrate.instance.ValueBag values) {
                throw new IllegalStateException("cannot read");
            }
        };
        farm.definition =
                WorkflowDefinition.of(Orders.DEFINITION.identity(), broken).with(Orders.READ, Orders.REMIND);
        farm.host("two");

        farm.advance(Duration.ofMinutes(2));

        var header = farm.peek(Orders.home("7")).snapshotOrThrow().header();
        assertThat(header.suspension()).isNull();
        assertThat(header.holder()).isNull();
        assertThat(header.dueAt()).isNotNull();
    }
}
