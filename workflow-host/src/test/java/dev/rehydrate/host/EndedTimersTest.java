// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.Orders.Topping;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceState;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("an instance that has ended and is kept")
final class EndedTimersTest {

    private static final Operation<Order, Topping, String> EAT = Operation.createOrGet("Eat", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .handledBy((turn, order, message) -> {
                turn.become(new Order(message.order(), message.name(), 1, ""));
                turn.scheduleAfter("wash", Duration.ofSeconds(10), Orders.REMIND, topping("7", "dishes"));
                turn.complete(CompletionAction.KEEP);
                return message.name();
            });

    private final Farm farm = new Farm();

    @AfterEach
    void close() {
        farm.close();
    }

    private WorkflowHost host(ConcurrencyControl way) {
        farm.definition = Orders.DEFINITION.with(EAT).concurrency(way);
        return farm.host("one");
    }

    private void assertEndedWithoutTimers() {
        InstanceSnapshot ended = farm.peek(Orders.home("7")).snapshotOrThrow();
        assertThat(ended.state()).isEqualTo(InstanceState.COMPLETED);
        assertThat(ended.header().dueAt()).isNull();
        assertThat(StoredInstance.of(ended).timers()).isEmpty();
        assertThat(ended.metadata().names()).noneMatch(name -> name.startsWith("rehydrate.timers"));
    }

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    @DisplayName("lists no timer that it had before its last turn, or has set in it")
    void listsNoTimer(ConcurrencyControl way) {
        WorkflowHost host = host(way);
        host.call(Orders.REMIND_LATER, topping("7", "base"));

        host.call(EAT, topping("7", "all"));

        assertEndedWithoutTimers();
    }

    @Test
    @DisplayName("lists no timer that its only turn has set")
    void listsNoTimerOfItsOnlyTurn() {
        host(ConcurrencyControl.OPTIMISTIC).call(EAT, topping("7", "all"));

        assertEndedWithoutTimers();
    }
}
