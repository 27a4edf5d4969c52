// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.correlation.KeyAlgorithm;
import dev.rehydrate.host.FoundInstance.Status;
import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.Orders.Topping;
import dev.rehydrate.host.turn.BegunTurn;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Instances are found by the entities they are about. */
final class EstablishTest {

    private static final CorrelationKey CUSTOMER = entity("customer-1");
    private static final CorrelationKey COURIER = entity("courier-1");

    private final Farm farm = new Farm();
    private final Operation<Order, Topping, String> involve = Operation.mustExist("Involve", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .handledBy((turn, order, message) -> {
                turn.unchanged();
                turn.associateKey("customer", CUSTOMER);
                turn.associateKey("courier", COURIER);
                return roles(turn);
            });
    private final Operation<Order, Topping, String> who = Operation.mustExist("Who", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .handledBy((turn, order, message) -> {
                turn.unchanged();
                return roles(turn);
            });
    private final Operation<Order, Topping, String> dismiss = Operation.mustExist("Dismiss", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .handledBy((turn, order, message) -> {
                turn.unchanged();
                turn.releaseKey(COURIER);
                return roles(turn);
            });

    EstablishTest() {
        farm.definition = Orders.DEFINITION.with(involve, who, dismiss).completingBy(CompletionAction.KEEP);
    }

    private static CorrelationKey entity(String id) {
        return CorrelationKey.of(KeyAlgorithm.SHA_256_128, "entities", Map.of("Id", id));
    }

    private static String roles(Turn<Order> turn) {
        return "customers=" + turn.keys("customer").size() + " couriers="
                + turn.keys("courier").size() + " keys=" + turn.keys().size();
    }

    @AfterEach
    void close() {
        farm.close();
    }

    private WorkflowHost host(String node, long secondsToUnload) {
        return farm.host(
                node,
                settings -> settings.timeToUnload(Duration.ofSeconds(secondsToUnload))
                        .sink(new Orders.Kitchen()));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 60})
    void keysHaveRoles(long secondsToUnload) {
        WorkflowHost host = host("one", secondsToUnload);
        host.call(Orders.ADD, topping("7", "base"));
        assertThat(reply(host.call(who, topping("7", "")))).isEqualTo("customers=0 couriers=0 keys=1");

        assertThat(reply(host.call(involve, topping("7", "")))).isEqualTo("customers=1 couriers=1 keys=3");
        assertThat(reply(host.call(who, topping("7", "")))).isEqualTo("customers=1 couriers=1 keys=3");
        assertThat(host.find(CUSTOMER).orElseThrow().id()).isEqualTo(Orders.home("7"));
        host.close();
        WorkflowHost other = host("two", secondsToUnload);
        assertThat(reply(other.call(who, topping("7", "")))).isEqualTo("customers=1 couriers=1 keys=3");

        assertThat(reply(other.call(dismiss, topping("7", "")))).isEqualTo("customers=1 couriers=0 keys=2");
        assertThat(reply(other.call(who, topping("7", "")))).isEqualTo("customers=1 couriers=0 keys=2");
        assertThat(other.find(COURIER)).isEmpty();
    }

    @Test
    void whoeverLooksCreatesNothingAndDisturbsNobody() {
        WorkflowHost host = host("one", 0);
        assertThat(host.find(Orders.key("7"))).isEmpty();
        assertThat(host.find(Orders.home("7"))).isEmpty();
        assertThat(host.find(InstanceId.random())).isEmpty();
        CallOutcome.Replied<String> added =
                host.call(Orders.ADD, topping("7", "base")).replyOrThrow();

        try (var held = farm.tool().hold(Orders.home("7"))) {
            FoundInstance found = host.find(Orders.key("7")).orElseThrow();
            assertThat(found.status()).isEqualTo(Status.ACTIVE);
            assertThat(found.revision().toString()).isNotEmpty();
            assertThat(found.definition()).isEqualTo(Orders.DEFINITION.identity());
            assertThat(held.isValid()).isTrue();
        }
        assertThat(added.facts().instance()).isEqualTo(Orders.home("7"));
    }

    @Test
    void statusTellsHowFarAnInstanceHasCome() {
        WorkflowHost host = host("one", 0);
        host.call(Orders.ADD, topping("1", "base"));
        host.call(Orders.ADD, topping("2", "base"));
        host.call(Orders.DELIVER, topping("3", "base"));
        farm.tool()
                .ask(Orders.home("1"), new SuspendInstance(dev.rehydrate.command.CommandId.random(), "by hand", null));
        host.call(Orders.GIVE_UP, topping("2", ""));

        assertThat(host.find(Orders.key("1")).orElseThrow().status()).isEqualTo(Status.SUSPENDED);
        assertThat(host.find(Orders.key("2")).orElseThrow().status()).isEqualTo(Status.FAILED);
        assertThat(host.find(Orders.key("3")).orElseThrow().status()).isEqualTo(Status.COMPLETED);
        assertThat(host.find(Orders.home("3")).orElseThrow().status()).isEqualTo(Status.COMPLETED);
    }

    @Test
    void roleNeedsAName() {
        Turn<Order> turn = BegunTurn.of(Orders.home("7"), farm.time.instant());
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> turn.associateKey(" ", CUSTOMER));
    }
}
