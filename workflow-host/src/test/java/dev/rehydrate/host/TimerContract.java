// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.Orders.Topping;
import dev.rehydrate.instance.InstanceSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Timers by the machine's clocks, on several hosts. */
abstract class TimerContract {

    private static final int MANY = 50;
    private static final Duration LEASE = Duration.ofSeconds(4);
    private static final Duration TURN = Duration.ofMinutes(1);

    private static final Operation<Order, Topping, String> REMIND_SOON = Operation.createOnly(
                    "RemindSoon", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .handledBy((turn, order, message) -> {
                turn.scheduleAfter("reminder", Duration.ofSeconds(2), Orders.REMIND, message);
                return turn.become(new Order(message.order(), message.name(), 1, ""))
                        .toppings();
            });

    private static final WorkflowDefinition<Order> DEFINITION = Orders.DEFINITION.with(REMIND_SOON);

    private HostFarm farm;
    private List<String> orders;

    abstract Provider provider();

    @BeforeEach
    void open() {
        farm = new HostFarm(provider(), options -> options.withLease(LEASE));
        orders = IntStream.range(0, MANY).mapToObj(i -> farm.named("o" + i)).toList();
    }

    @AfterEach
    void close() {
        farm.close();
    }

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    @DisplayName("timers that are due at once while several hosts live fire once each")
    void eachFiresOnce(ConcurrencyControl way) {
        List<WorkflowHost> hosts = List.of(host(0, way), host(1, way), host(0, way));
        for (int i = 0; i < MANY; i++) {
            hosts.get(i % hosts.size())
                    .call(REMIND_SOON, topping(orders.get(i), "base"))
                    .replyOrThrow();
        }

        awaitAllFired();
        assertFiredOnce();
    }

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    @DisplayName("timers of a host that is lost, with its node, fire once each on another")
    void hostThatSetThemIsLost(ConcurrencyControl way) {
        MortalEngine.Death death = MortalEngine.Death.never();
        WorkflowHost doomed = farm.mortal(
                1,
                death,
                DEFINITION.concurrency(way),
                settings -> settings.timeToUnload(
                        way == ConcurrencyControl.PESSIMISTIC ? IdlePolicy.NEVER : Duration.ZERO));
        orders.forEach(order -> doomed.call(REMIND_SOON, topping(order, "base")).replyOrThrow());
        assertThat(farm.count(Kind.TIMER_FIRED)).isLessThan(MANY);

        death.now();
        provider().crash(1);
        try {
            host(0, way);
            host(0, way);
            awaitAllFired();
            assertFiredOnce();
        } finally {
            provider().replace(1);
        }
    }

    private WorkflowHost host(int node, ConcurrencyControl way) {
        return farm.host(node, DEFINITION.concurrency(way), settings -> settings.timeToUnload(Duration.ZERO));
    }

    private void awaitAllFired() {
        await("all have fired")
                .untilAsserted(() -> assertThat(orders)
                        .map(order -> farm.header(Orders.home(order)))
                        .filteredOn(header -> header.dueAt() != null || header.holder() != null)
                        .isEmpty());
    }

    /** Nothing is due any more, so nothing can come later. */
    private void assertFiredOnce() {
        assertThat(orders).allSatisfy(order -> {
            InstanceSnapshot stored = farm.peek(Orders.home(order)).snapshotOrThrow();
            assertThat(stored.data().get("toppings", String.class)).isEqualTo("base+late-base");
            assertThat(stored.data().get("version", Integer.class)).isEqualTo(2);
        });
    }

    private static ConditionFactory await(String what) {
        return Awaitility.await(what).atMost(TURN).pollInterval(Duration.ofMillis(100));
    }
}
