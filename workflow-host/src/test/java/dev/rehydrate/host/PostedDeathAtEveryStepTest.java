// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.now;
import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.host.MortalEngine.Death;
import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.mailbox.Mailbox;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A host dies before its first step of post – deliver – settle, before its second, and so on, until a run needs no more. Its
 * sender posts again, at another host, what it does not know to be kept.
 */
final class PostedDeathAtEveryStepTest {

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    void everyPostedMessageHasItsEffectOnceAndInOrder(ConcurrencyControl way) {
        int step = 1;
        while (diesBefore(step, Orders.DEFINITION.concurrency(way))) {
            step++;
        }
        assertThat(step).as("steps of a run").isGreaterThanOrEqualTo(10);
    }

    /** {@return whether the host died; if not, there are no more steps} */
    private static boolean diesBefore(int step, WorkflowDefinition<Order> definition) {
        try (Farm farm = new Farm()) {
            farm.definition = definition;
            Death death = Death.beforeStep(step);
            WorkflowHost mortal = farm.mortal("mortal", death, settings -> settings.timeToUnload(Duration.ZERO));
            int kept = 0;
            while (kept < 3 && post(mortal, kept)) {
                kept++;
            }
            boolean died = death.isDead();

            WorkflowHost survivor = farm.host("survivor");
            for (int i = kept; i < 3; i++) {
                var again = survivor.postAsync(operation(i), topping("7", "" + i), named(i));
                for (int seconds = 0; seconds < 300 && !again.isDone(); seconds++) {
                    farm.advance(SECOND);
                }
                assertThat(again).isCompleted();
            }
            for (int i = 0; i < 200; i++) {
                farm.advance(SECOND);
            }

            String where = definition + ", died before step " + step;
            assertThat(reply(survivor.call(Orders.READ, topping("7", ""))))
                    .as(where)
                    .isEqualTo("0+1+late-2");
            assertThat(now(survivor.mailboxes().messages(Orders.home("7"))))
                    .as(where)
                    .isEmpty();
            assertThat(farm.peek(Mailbox.of(Orders.home("7")))).as(where).isInstanceOf(LoadOutcome.NotFound.class);
            assertThat(farm.peek(Orders.home("7")).snapshotOrThrow().header().holder())
                    .as(where)
                    .isNull();
            return died;
        }
    }

    private static boolean post(WorkflowHost host, int number) {
        return host.postAsync(operation(number), topping("7", "" + number), named(number))
                .isDone();
    }

    private static Operation<Order, Orders.Topping, String> operation(int number) {
        return number == 2 ? Orders.REMIND : Orders.ADD;
    }

    private static PostOptions named(int number) {
        return PostOptions.DEFAULT.within(Duration.ofMinutes(5)).withMessageId("message-" + number);
    }
}
