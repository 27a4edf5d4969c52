// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.Orders.Topping;
import dev.rehydrate.host.TroubledEngine.Trouble;
import dev.rehydrate.slot.operation.CommitInstance;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However many timers are due at once, a message for another instance does not wait for all of them. */
final class TimerCrowdTest {

    private static final int DUE = 40;
    private static final int AT_ONCE = 32;
    private static final int MANY = 200;
    private static final int PLACES = 20;

    private final Farm farm = new Farm();
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private WorkflowHost watched;

    private final Operation<Order, Topping, String> ring = Operation.mustExist("Ring", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .handledBy((turn, order, message) -> {
                begun.incrementAndGet();
                if (watched != null) {
                    most.accumulateAndGet(watched.instancesInMemory(), Math::max);
                }
                return turn.become(order.with("rung")).toppings();
            });
    private final Operation<Order, Topping, String> begin = Operation.createOnly("Begin", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .handledBy((turn, order, message) -> {
                turn.become(new Order(message.order(), "base", 1, ""));
                turn.scheduleAfter("alarm", SECOND.multipliedBy(10), ring, message);
                return "";
            });

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    void timersLeaveHalfOfTheMemoryToMessages() {
        farm.definition = Orders.DEFINITION.with(ring, begin).concurrency(ConcurrencyControl.PESSIMISTIC);
        try (WorkflowHost former = farm.host("former")) {
            for (int i = 0; i < MANY; i++) {
                former.call(begin, topping("due " + i, ""));
            }
        }
        WorkflowHost host = farm.host(
                "one", settings -> settings.timeToUnload(IdlePolicy.NEVER).maxInstancesInMemory(PLACES));
        watched = host;

        farm.advance(SECOND.multipliedBy(20));

        assertThat(begun).hasValue(MANY);
        assertThat(most).hasValueLessThanOrEqualTo(PLACES / 2 + AT_ONCE);
        assertThat(host.instancesInMemory()).isEqualTo(PLACES / 2);
        for (int i = 0; i < PLACES / 2; i++) {
            assertThat(reply(host.call(Orders.ADD, topping("other " + i, "first"))))
                    .isEqualTo("first");
        }
        host.close();
        for (int i = 0; i < MANY; i++) {
            assertThat(farm.peek(Orders.home("due " + i))
                            .snapshotOrThrow()
                            .data()
                            .get("toppings", String.class))
                    .isEqualTo("base+rung");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 3600})
    void timersOfInstancesInMemoryAndOfOthersHave32PlacesEach(long secondsToUnload) {
        farm.definition = Orders.DEFINITION.with(ring, begin);
        WorkflowHost host = farm.host("one", settings -> settings.timeToUnload(Duration.ofSeconds(secondsToUnload)));
        for (int i = 0; i < DUE; i++) {
            host.call(begin, topping("due " + i, ""));
        }
        farm.engine.trouble(
                CommitInstance.class, Collections.nCopies(DUE, Trouble.DELAYED).toArray(Trouble[]::new));

        farm.advance(SECOND.multipliedBy(10));

        assertThat(begun).hasValue(AT_ONCE);
        farm.engine.trouble(CommitInstance.class);
        assertThat(reply(host.call(Orders.ADD, topping("other", "first")))).isEqualTo("first");
        while (farm.engine.isHoldingBack()) {
            farm.engine.letGo();
        }
        farm.advance(SECOND);
        assertThat(begun).hasValue(DUE);
        for (int i = 0; i < DUE; i++) {
            assertThat(reply(host.call(Orders.READ, topping("due " + i, "")))).isEqualTo("base+rung");
        }
    }
}
