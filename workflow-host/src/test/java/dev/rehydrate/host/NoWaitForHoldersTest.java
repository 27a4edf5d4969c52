// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.now;
import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.host.TroubledEngine.Trouble;
import dev.rehydrate.host.mailbox.Mailbox;
import dev.rehydrate.slot.operation.CommitInstance;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Hosts whose calls do not wait for an instance that is held elsewhere. */
final class NoWaitForHoldersTest {

    private final Farm farm = new Farm();

    NoWaitForHoldersTest() {
        farm.definition = Orders.DEFINITION;
    }

    @AfterEach
    void close() {
        farm.close();
    }

    private WorkflowHost host(Duration timeToUnload) {
        return farm.host(
                "one",
                settings -> settings.timeToUnload(timeToUnload)
                        .waitsForHolders(false)
                        .sink(message -> CompletableFuture.completedFuture(null)));
    }

    @Test
    void messageBeginsAnInstanceAfterTheOneThatEndsHereBeforeIt() {
        WorkflowHost host = host(Duration.ofMinutes(1));
        host.call(Orders.ADD, topping("7", "old"));
        farm.engine.trouble(CommitInstance.class, Trouble.DELAYED);
        var ends = host.callAsync(Orders.DELIVER, topping("7", "end"), CallOptions.DEFAULT);
        var begins = host.callAsync(Orders.ADD, topping("7", "new"), CallOptions.DEFAULT);
        farm.engine.letGo();
        farm.advance(SECOND);

        assertThat(reply(now(ends))).isEqualTo("old+end");
        assertThat(reply(now(begins))).isEqualTo("new");
    }

    @Test
    void postWaitsForAMailboxThatAnotherHostHolds() {
        WorkflowHost host = host(Duration.ZERO);
        host.post(Orders.ADD, topping("7", "later"), PostOptions.DEFAULT.delayedBy(Duration.ofHours(1)));
        var held = farm.tool().hold(Mailbox.of(Orders.home("7")));
        var posted = host.postAsync(Orders.ADD, topping("7", "now"), PostOptions.DEFAULT);
        assertThat(posted).isNotDone();
        held.close();
        farm.advance(SECOND.multipliedBy(2));

        assertThat(posted).isCompleted();
        assertThat(reply(host.call(Orders.READ, topping("7", "")))).isEqualTo("now");
    }
}
