// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.now;
import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.Orders.Topping;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What a dead host held")
final class TakeoverTest {

    private static final int HELD = 40;
    private static final int DUE = 40;
    private static final Duration PACE = Duration.ofMillis(1);

    private final Farm farm = new Farm();

    private final Operation<Order, Topping, String> ring = Operation.mustExist("Ring", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .handledBy((turn, order, message) -> turn.become(order.with("rung")).toppings());
    private final Operation<Order, Topping, String> begin = Operation.createOnly("Begin", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .handledBy((turn, order, message) -> {
                turn.become(new Order(message.order(), "base", 1, ""));
                turn.scheduleAfter("alarm", SECOND.multipliedBy(100), ring, message);
                return "";
            });

    @AfterEach
    void close() {
        farm.close();
    }

    /** A host that held instances, and has died. */
    private void die() {
        farm.definition = Orders.DEFINITION.with(ring, begin);
        MortalEngine.Death death = MortalEngine.Death.never();
        WorkflowHost dead = farm.mortal("dead", death, settings -> settings.timeToUnload(Duration.ofHours(1)));
        for (int i = 0; i < HELD; i++) {
            dead.call(Orders.ADD, topping("held " + i, "first"));
        }
        death.now();
        farm.events.clear();
    }

    private List<Instant> times(Kind kind) {
        return farm.events.stream()
                .filter(event -> "heir".equals(event.node()) && event.kind() == kind)
                .map(HostEvent::at)
                .toList();
    }

    @Test
    void isTakenOverWithPausesAndGivenBack() {
        die();
        WorkflowHost heir = farm.host("heir");

        farm.advance(SECOND.multipliedBy(99));

        List<Instant> taken = times(Kind.REHYDRATED);
        assertThat(taken).hasSize(HELD);
        for (int i = 1; i < HELD; i++) {
            assertThat(Duration.between(taken.get(i - 1), taken.get(i)))
                    .as("before number %d", i)
                    .isGreaterThanOrEqualTo(PACE);
        }
        assertThat(Duration.between(taken.get(0), taken.get(HELD - 1))).isLessThan(SECOND);
        assertThat(times(Kind.DEHYDRATED)).hasSize(HELD);
        assertThat(reply(heir.call(Orders.READ, topping("held 0", "")))).isEqualTo("first");
    }

    @Test
    void isThereAtOnceForAMessageThatComesBeforeItsTurn() {
        die();
        WorkflowHost heir = farm.host("heir");
        while (times(Kind.REHYDRATED).isEmpty()) {
            farm.advance(PACE);
        }
        assertThat(times(Kind.REHYDRATED)).hasSizeLessThan(HELD);

        for (int i = 0; i < HELD; i++) {
            assertThat(now(heir.callAsync(Orders.ADD, topping("held " + i, "second"), CallOptions.DEFAULT))
                            .replyOrThrow()
                            .reply())
                    .isEqualTo("first+second");
        }
        farm.advance(SECOND);
        assertThat(reply(heir.call(Orders.READ, topping("held 0", "")))).isEqualTo("first+second");
    }

    @Test
    void pausesNothingThatIsDue() {
        farm.definition = Orders.DEFINITION.with(ring, begin);
        WorkflowHost heir = farm.host("heir");
        for (int i = 0; i < DUE; i++) {
            heir.call(begin, topping("due " + i, ""));
        }
        farm.events.clear();

        farm.advance(SECOND.multipliedBy(100));

        assertThat(times(Kind.REHYDRATED)).hasSize(DUE);
        assertThat(times(Kind.TIMER_FIRED)).hasSize(DUE).containsOnly(farm.time.instant());
    }
}
