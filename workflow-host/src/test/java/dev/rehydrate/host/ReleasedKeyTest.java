// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.now;
import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.instance.InstanceId;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
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

    private final Farm farm = new Farm();

    ReleasedKeyTest() {
        farm.definition = Orders.DEFINITION.with(GLANCE);
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
}
