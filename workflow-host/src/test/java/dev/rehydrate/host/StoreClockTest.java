// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.tck.ForwardingTime;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A host whose clock is not that of its farm, by which the store judges what is due. */
final class StoreClockTest {

    private final Farm farm = new Farm();
    private final Orders.Kitchen kitchen = new Orders.Kitchen();

    @AfterEach
    void close() {
        farm.close();
    }

    /** The clock of the farm; the monotonic clock and the scheduler are the same for all. */
    private static final class Shifted extends ForwardingTime {

        private final Duration by;

        Shifted(TimeSource source, Duration by) {
            super(source);
            this.by = by;
        }

        @Override
        public Instant instant() {
            return super.instant().plus(by);
        }
    }

    private WorkflowHost host(String node, Duration farmIsAhead, Duration timeToUnload) {
        farm.definition = Orders.DEFINITION;
        InstanceStore store = farm.store(new Shifted(farm.time, farmIsAhead));
        return farm.host(
                node,
                store,
                settings -> settings.sink(kitchen).timeToUnload(timeToUnload).redelivery(new Backoff(SECOND, SECOND)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-40S", "PT40S", "P-197D", "P197D"})
    @DisplayName("messages are sent and tried again in time, however far the clock of the host is from the farm's")
    void effectsComeInTime(Duration farmIsAhead) {
        WorkflowHost host = host("one", farmIsAhead, Duration.ZERO);
        host.call(Orders.COOK, topping("7", "base"));
        assertThat(kitchen.texts()).containsExactly("base");

        kitchen.refuse(1);
        host.call(Orders.COOK, topping("7", "cheese"));
        passSeconds(8);

        assertThat(kitchen.texts()).containsExactly("base", "base+cheese");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-40S", "PT40S", "P-197D", "P197D"})
    @DisplayName("timers fire in time, of instances in memory and of others")
    void timersFireInTime(Duration farmIsAhead) {
        WorkflowHost unloading = host("unloading", farmIsAhead, Duration.ZERO);
        WorkflowHost keeping = host("keeping", farmIsAhead, IdlePolicy.NEVER);
        unloading.call(Orders.REMIND_LATER, topping("7", "base"));
        keeping.call(Orders.REMIND_LATER, topping("8", "base"));

        passSeconds(9);
        assertThat(unloading.call(Orders.READ, topping("7", "")).replyOrThrow().reply())
                .isEqualTo("base");
        assertThat(keeping.call(Orders.READ, topping("8", "")).replyOrThrow().reply())
                .isEqualTo("base");
        passSeconds(7);

        assertThat(unloading.call(Orders.READ, topping("7", "")).replyOrThrow().reply())
                .isEqualTo("base+late-once");
        assertThat(keeping.call(Orders.READ, topping("8", "")).replyOrThrow().reply())
                .isEqualTo("base+late-once");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-40S", "PT40S", "P-197D", "P197D"})
    @DisplayName("what is stored is stamped with the time of the store")
    void stampsAreOfTheStore(Duration farmIsAhead) {
        WorkflowHost host = host("one", farmIsAhead, Duration.ZERO);
        host.call(Orders.REMIND_LATER, topping("7", "base"));

        assertThat(farm.peek(Orders.home("7")).snapshotOrThrow().header().dueAt())
                .isEqualTo(farm.time.instant().plus(farmIsAhead).plusSeconds(10));
    }

    private void passSeconds(int seconds) {
        for (int i = 0; i < seconds; i++) {
            farm.advance(SECOND);
        }
    }
}
