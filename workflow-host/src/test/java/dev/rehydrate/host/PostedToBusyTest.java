// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.now;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.InstanceHandle;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("what is posted to an instance that another turn or another host keeps")
final class PostedToBusyTest {

    private static final int FEW_SENDS = 3;
    private static final Duration HOUR = Duration.ofHours(1);

    private final Farm farm = new Farm();
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private boolean queues;

    PostedToBusyTest() {
        farm.definition = Orders.DEFINITION;
    }

    @AfterEach
    void close() {
        queues = false;
        runAll();
        farm.close();
    }

    private WorkflowHost host(UnaryOperator<HostBuilder> further) {
        return farm.host(
                "one",
                settings -> further.apply(
                        settings.timeToUnload(Duration.ZERO).maxSends(FEW_SENDS).executor(this::execute)));
    }

    private void execute(Runnable task) {
        if (queues) {
            tasks.add(task);
        } else {
            task.run();
        }
    }

    private void runAll() {
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
    }

    private void pass(Duration time) {
        for (Duration left = time; !left.isZero(); left = left.minus(SECOND)) {
            farm.advance(SECOND);
            runAll();
        }
    }

    private void post(WorkflowHost host, String name) {
        CompletableFuture<PostReceipt> posted = host.postAsync(Orders.REMIND, topping("7", name), PostOptions.DEFAULT);
        runAll();
        assertThat(posted).isCompleted();
    }

    private List<PostedMessage> messages(WorkflowHost host) {
        CompletableFuture<List<PostedMessage>> messages = host.mailboxes().messages(Orders.home("7"));
        runAll();
        return now(messages);
    }

    private String toppings() {
        return farm.peek(Orders.home("7")).snapshotOrThrow().data().get("toppings", String.class);
    }

    private void assertWaiting(WorkflowHost host) {
        assertThat(messages(host)).extracting(PostedMessage::state).doesNotContain(PostedMessage.State.DEAD);
        assertThat(messages(host).get(0).deliveries()).isLessThan(FEW_SENDS);
        assertThat(messages(host).get(0).problem())
                .hasValueSatisfying(why -> assertThat(why).contains("was held by"));
    }

    @Test
    @DisplayName("waits for a turn of its own host that takes hours, and comes in its order")
    void turnOfTheSameHost() {
        WorkflowHost host = host(settings -> settings);
        host.call(Orders.ADD, topping("7", "base"));
        queues = true;
        CompletableFuture<CallOutcome<String>> slow =
                host.callAsync(Orders.ADD, topping("7", "slow"), CallOptions.DEFAULT.within(HOUR.multipliedBy(9)));
        Runnable turn = tasks.remove();
        assertThat(tasks).isEmpty();
        post(host, "ham");
        post(host, "egg");

        pass(HOUR);

        assertWaiting(host);
        turn.run();
        pass(Duration.ofMinutes(1));
        assertThat(slow).isCompleted();
        assertThat(toppings()).isEqualTo("base+slow+late-ham+late-egg");
        assertThat(messages(host)).isEmpty();
    }

    @Test
    @DisplayName("waits for another host that keeps the instance in memory, and comes in its order")
    void heldByAnother() {
        WorkflowHost host = host(settings -> settings);
        host.call(Orders.ADD, topping("7", "base"));
        InstanceHandle elsewhere = farm.tool().hold(Orders.home("7"));
        post(host, "ham");
        post(host, "egg");

        pass(HOUR);

        assertWaiting(host);
        elsewhere.close();
        pass(Duration.ofMinutes(1));
        assertThat(toppings()).isEqualTo("base+late-ham+late-egg");
        assertThat(messages(host)).isEmpty();
    }

    @Test
    @DisplayName("is looked at less often the longer it waits, if its host does not wait for others")
    void isLookedAtSeldom() {
        WorkflowHost host = host(settings -> settings.waitsForHolders(false));
        host.call(Orders.ADD, topping("7", "base"));
        InstanceHandle elsewhere = farm.tool().hold(Orders.home("7"));
        post(host, "ham");
        pass(Duration.ofMinutes(2));
        farm.events.clear();

        pass(HOUR);

        assertThat(farm.events)
                .filteredOn(event -> event.kind() == HostEvent.Kind.NOT_DELIVERED)
                .hasSizeBetween(110, 240);
        elsewhere.close();
        pass(Duration.ofMinutes(1));
        assertThat(toppings()).isEqualTo("base+late-ham");
    }
}
