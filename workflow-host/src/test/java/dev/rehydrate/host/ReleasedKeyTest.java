// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.now;
import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.Orders.Topping;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A key that an instance has given away is free for another, while the first goes on. */
final class ReleasedKeyTest {

    /** A message that carries the id of its instance. */
    public record Glance(InstanceId instance) {}

    private static final Operation<Order, Glance, String> GLANCE = Operation.mustExist("Glance", Glance.class)
            .correlatedBy(Correlation.context(Glance::instance))
            .handledBy((turn, order, message) -> {
                turn.unchanged();
                return order.toppings();
            });

    private static final Operation<Order, Topping, String> BEGIN = Operation.createOnly("Begin", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .handledBy((turn, order, message) -> turn.become(new Order(message.order(), message.name(), 1, ""))
                    .toppings());

    private static final Operation<Order, Topping, String> DITHER = Operation.mustExist("Dither", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .handledBy((turn, order, message) -> {
                turn.associateKey(Orders.key(message.name()));
                turn.releaseKey(Orders.key(message.name()));
                return turn.keys().size() + " key";
            });

    private static final Operation<Order, Topping, String> ARCHIVE = Operation.mustExist("Archive", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .handledBy((turn, order, message) -> {
                turn.complete(CompletionAction.KEEP);
                return order.toppings();
            });

    private final Farm farm = new Farm();

    ReleasedKeyTest() {
        farm.definition = Orders.DEFINITION.with(GLANCE, BEGIN, DITHER, ARCHIVE);
    }

    @AfterEach
    void close() {
        farm.close();
    }

    private WorkflowHost host(long secondsToUnload) {
        return farm.host("one", settings -> settings.timeToUnload(Duration.ofSeconds(secondsToUnload)));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 60})
    void furtherKeyCanBeginAnotherInstance(long secondsToUnload) {
        WorkflowHost host = host(secondsToUnload);
        host.call(Orders.ADD, topping("7", "base"));
        host.call(Orders.ALSO_KNOWN_AS, topping("7", "8"));
        host.call(Orders.NO_LONGER, topping("7", "8"));
        farm.happened();

        assertThat(reply(host.call(Orders.ADD, topping("8", "new")))).isEqualTo("new");

        assertThat(farm.happened()).doesNotContain(Kind.ABORTED);
        assertThat(reply(host.call(Orders.ADD, topping("7", "cheese")))).isEqualTo("base+cheese");
        CompletableFuture<CallOutcome<String>> byId =
                host.callAsync(GLANCE, new Glance(Orders.home("8")), CallOptions.DEFAULT);
        assertThat(byId).isDone();
        assertThat(reply(now(byId))).isEqualTo("new");
        assertThat(reply(host.call(Orders.ADD, topping("8", "ham")))).isEqualTo("new+ham");
        assertThat(host.instancesInMemory()).isEqualTo(secondsToUnload == 0 ? 0 : 2);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 60})
    void keyUnderWhichAnInstanceBeganCanBeginAnother(long secondsToUnload) {
        WorkflowHost host = host(secondsToUnload);
        giveAwayItsFirstKey(host);
        CompletableFuture<CallOutcome<String>> begins =
                host.callAsync(Orders.ADD, topping("7", "new"), CallOptions.DEFAULT);
        farm.advance(SECOND);

        assertThat(reply(now(begins))).isEqualTo("new");
        assertThat(reply(host.call(Orders.ADD, topping("8", "cheese")))).isEqualTo("base+cheese");
        assertThat(reply(host.call(Orders.ADD, topping("7", "ham")))).isEqualTo("new+ham");
        assertThat(reply(host.call(GLANCE, new Glance(Orders.home("7"))))).isEqualTo("base+cheese");
        host.close();
        assertThat(reply(farm.host("two").call(Orders.READ, topping("7", "")))).isEqualTo("new+ham");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 60})
    void keyUnderWhichAnInstanceBeganCanBeginExactlyOneOther(long secondsToUnload) {
        WorkflowHost host = host(secondsToUnload);
        giveAwayItsFirstKey(host);

        assertThat(reply(host.call(BEGIN, topping("7", "new")))).isEqualTo("new");

        InstanceId second = host.find(Orders.key("7")).orElseThrow().id();
        assertThat(second).isNotEqualTo(Orders.home("7"));
        assertThat(host.call(BEGIN, topping("7", "x")))
                .isInstanceOfSatisfying(
                        CallOutcome.AlreadyExists.class,
                        answer -> assertThat(answer.instance()).isEqualTo(second));
        assertThat(reply(host.call(Orders.READ, topping("7", "")))).isEqualTo("new");
        assertThat(reply(host.call(Orders.READ, topping("8", "")))).isEqualTo("base");
    }

    @Test
    void keyThatIsTakenAndGivenBackInOneTurnIsNotTouched() {
        WorkflowHost host = host(0);
        host.call(Orders.ADD, topping("7", "base"));
        host.call(Orders.ADD, topping("8", "base"));

        assertThat(reply(host.call(DITHER, topping("7", "8")))).isEqualTo("1 key");

        assertThat(host.find(Orders.key("8")).orElseThrow().id()).isEqualTo(Orders.home("8"));
    }

    @Test
    void firstTurnMayGiveItsKeyAway() {
        Operation<Order, Topping, InstanceId> anonymous = Operation.createOnly("Anonymous", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    turn.become(new Order(message.order(), message.name(), 1, ""));
                    turn.releaseKey(Orders.key(message.order()));
                    return turn.instanceId();
                });
        farm.definition = Orders.DEFINITION.with(GLANCE, anonymous);
        WorkflowHost host = host(60);

        InstanceId made = reply(host.call(anonymous, topping("7", "base")));

        assertThat(host.find(Orders.key("7"))).isEmpty();
        assertThat(reply(host.call(GLANCE, new Glance(made)))).isEqualTo("base");
    }

    @ParameterizedTest
    @CsvSource({"0, false", "60, false", "0, true", "60, true"})
    void keyThatAnInstanceGaveAwayBeforeItWasKeptAtItsEndCanBeginAnother(long secondsToUnload, boolean hasId) {
        WorkflowHost host = host(secondsToUnload);
        giveAwayItsFirstKey(host);
        host.call(ARCHIVE, topping("8", ""));

        CompletableFuture<CallOutcome<String>> begins = host.callAsync(
                Orders.ADD, topping("7", "new"), hasId ? CallOptions.DEFAULT.withMessageId("m1") : CallOptions.DEFAULT);
        farm.advance(SECOND);

        assertThat(reply(now(begins))).isEqualTo("new");
        assertThat(reply(host.call(Orders.ADD, topping("7", "ham")))).isEqualTo("new+ham");
        CompletableFuture<CallOutcome<String>> late =
                host.callAsync(Orders.ADD, topping("8", "late"), CallOptions.DEFAULT.withMessageId("m2"));
        farm.advance(SECOND);
        assertThat(now(late)).isInstanceOf(CallOutcome.Completed.class);
    }

    @Test
    void postedMessageBeginsAnotherInstanceWithTheKeyOfOneThatWasKept() {
        WorkflowHost host = host(0);
        giveAwayItsFirstKey(host);
        host.call(ARCHIVE, topping("8", ""));

        host.post(Orders.ADD, topping("7", "new"));
        farm.advance(SECOND);

        assertThat(reply(host.call(Orders.READ, topping("7", "")))).isEqualTo("new");
    }

    private static void giveAwayItsFirstKey(WorkflowHost host) {
        host.call(Orders.ADD, topping("7", "base"));
        host.call(Orders.ALSO_KNOWN_AS, topping("7", "8"));
        host.call(Orders.NO_LONGER, topping("8", "7"));
    }
}
