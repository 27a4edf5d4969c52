// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.now;
import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.ForceRelease;
import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.Orders.Topping;
import dev.rehydrate.host.TroubledEngine.Trouble;
import dev.rehydrate.slot.operation.CommitInstance;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A timer is due, and its message waits behind another one, which sets the timer anew for the very same moment: only the
 * new message comes.
 */
final class ReplacedTimerTest {

    private final Farm farm = new Farm();
    private final Instant at = farm.time.instant().plusSeconds(2);

    private final Operation<Order, Topping, String> callBack = Operation.mustExist("CallBack", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .handledBy((turn, order, message) ->
                    turn.become(order.with("called-" + message.name())).toppings());

    private final Operation<Order, Topping, String> remindAt = setting("RemindAt", Orders.REMIND);
    private final Operation<Order, Topping, String> callBackAt = setting("CallBackAt", callBack);

    /** An administrator takes the hold away, so that the instance is loaded again for the message of the timer. */
    private final Operation<Order, Topping, String> steal = Operation.mustExist("Steal", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .handledBy((turn, order, message) -> {
                turn.unchanged();
                farm.tool().ask(Orders.home(message.order()), ForceRelease.now());
                return order.toppings();
            });

    ReplacedTimerTest() {
        farm.definition = Orders.DEFINITION.with(callBack, remindAt, callBackAt, steal);
    }

    @AfterEach
    void close() {
        farm.close();
    }

    private Operation<Order, Topping, String> setting(String name, Operation<Order, Topping, String> timed) {
        return Operation.mustExist(name, Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    turn.scheduleAt("at", at, timed, message);
                    return order.toppings();
                });
    }

    @ParameterizedTest
    @CsvSource({
        "RemindAt,   false, base+slow+late-second",
        "RemindAt,   true,  base+slow+late-second",
        "CallBackAt, false, base+slow+called-second",
        "CallBackAt, true,  base+slow+called-second"
    })
    void timerThatIsSetAnewForItsMomentWhileItIsOnItsWayComesWithTheNewMessageOnly(
            String again, boolean loadedAnew, String toppings) {
        WorkflowHost host = farm.host("one", settings -> settings.timeToUnload(Duration.ofMinutes(5)));
        host.call(Orders.ADD, topping("7", "base"));
        host.call(remindAt, topping("7", "first"));
        farm.engine.trouble(CommitInstance.class, Trouble.DELAYED);
        var slow = host.callAsync(Orders.ADD, topping("7", "slow"), CallOptions.DEFAULT);
        farm.advance(SECOND.multipliedBy(3));
        var second = host.callAsync(
                again.equals("RemindAt") ? remindAt : callBackAt, topping("7", "second"), CallOptions.DEFAULT);
        assertThat(slow).isNotDone();
        if (loadedAnew) {
            var unused = host.callAsync(steal, topping("7", ""), CallOptions.DEFAULT);
        }

        farm.engine.letGo();
        farm.advance(SECOND.multipliedBy(60));

        assertThat(reply(now(second))).isEqualTo("base+slow");
        assertThat(reply(host.call(Orders.READ, topping("7", "")))).isEqualTo(toppings);
        assertThat(farm.peek(Orders.home("7")).snapshotOrThrow().header().dueAt())
                .isNull();
    }
}
