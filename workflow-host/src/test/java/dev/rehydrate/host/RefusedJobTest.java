// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Threads of the application that take no more work for a while, just when there is work for an instance in memory. */
final class RefusedJobTest {

    private final Farm farm = new Farm();
    private boolean full;
    private int refusals;

    RefusedJobTest() {
        farm.definition = Orders.DEFINITION;
    }

    @AfterEach
    void close() {
        full = false;
        farm.close();
    }

    private void execute(Runnable task) {
        if (full) {
            refusals++;
            throw new RejectedExecutionException("refused on purpose");
        }
        task.run();
    }

    private WorkflowHost host(UnaryOperator<HostBuilder> settings) {
        return farm.host("one", builder -> settings.apply(builder).executor(this::execute));
    }

    private void fullFor(Duration time) {
        full = true;
        farm.advance(time);
        full = false;
    }

    @Test
    void timerWhoseWorkIsRefusedComesSoonAfterThereIsRoom() {
        WorkflowHost host = host(settings -> settings.timeToUnload(IdlePolicy.NEVER));
        host.call(Orders.REMIND_LATER, topping("7", "base"));
        farm.advance(SECOND.multipliedBy(9));

        fullFor(SECOND.multipliedBy(2));
        farm.advance(SECOND.multipliedBy(10));

        assertThat(reply(host.call(Orders.READ, topping("7", "")))).isEqualTo("base+late-once");
    }

    @Test
    void unloadThatIsRefusedComesSoonAfterThereIsRoomAndNotAfterAnotherIdleTime() {
        WorkflowHost host = host(settings -> settings.timeToUnload(Duration.ofHours(1)));
        host.call(Orders.ADD, topping("7", "base"));
        farm.advance(Duration.ofMinutes(59));

        fullFor(Duration.ofMinutes(2));
        farm.advance(SECOND.multipliedBy(10));

        assertThat(host.instancesInMemory()).isZero();
    }

    @Test
    void saveThatIsRefusedComesSoonAfterThereIsRoom() {
        WorkflowHost host = host(settings -> settings.acknowledge(Acknowledge.BEFORE_SAVE)
                .timeToPersist(SECOND)
                .timeToUnload(Duration.ofHours(1)));
        host.call(Orders.ADD, topping("7", "base"));
        host.call(Orders.READ, topping("7", ""));

        fullFor(SECOND.multipliedBy(2));
        farm.advance(SECOND.multipliedBy(10));

        assertThat(farm.peek(Orders.home("7")).loaded()).isPresent();
        assertThat(host.instancesInMemory()).isOne();
    }

    @Test
    void refusedCallDoesNotKeepAnInstanceInMemory() {
        WorkflowHost host = host(settings -> settings.timeToUnload(Duration.ofMinutes(1)));
        host.call(Orders.ADD, topping("7", "base"));

        full = true;
        assertThatExceptionOfType(RejectedExecutionException.class)
                .isThrownBy(() -> host.call(Orders.READ, topping("7", "")));
        full = false;
        farm.advance(Duration.ofMinutes(2));

        assertThat(host.instancesInMemory()).isZero();
    }

    @Test
    void threadsThatStayFullAreAskedLessAndLess() {
        WorkflowHost host = host(settings -> settings.timeToUnload(Duration.ofMinutes(1)));
        host.call(Orders.ADD, topping("7", "base"));
        farm.advance(SECOND.multipliedBy(59));

        full = true;
        farm.advance(SECOND);
        assertThat(refusals).isOne();
        farm.advance(Duration.ofMillis(99));
        assertThat(refusals).isOne();
        farm.advance(Duration.ofMinutes(10));
        full = false;

        assertThat(refusals).isBetween(60, 250);
    }

    @Test
    void hostThatHasStoppedAsksNoMore() {
        WorkflowHost host = host(settings -> settings.timeToUnload(IdlePolicy.NEVER));
        host.call(Orders.REMIND_LATER, topping("7", "base"));
        full = true;
        farm.advance(SECOND.multipliedBy(11));

        var unused = host.stop(SECOND);
        farm.advance(Duration.ofMinutes(1));
        refusals = 0;
        farm.advance(Duration.ofHours(1));

        assertThat(refusals).isZero();
    }
}
