// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.now;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.Orders.Topping;
import dev.rehydrate.host.TroubledEngine.Trouble;
import dev.rehydrate.slot.operation.CommitInstance;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Many messages are posted at once. The threads of the host are one queue, of which the test runs one task after the other. */
final class PostedCrowdTest {

    private static final int MANY = 200;
    private static final int CROWD = 3_000;
    private static final int TURNS = 8;
    private static final Duration DELIVERY = Duration.ofSeconds(30);

    private final Farm farm = new Farm();
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final List<CompletableFuture<PostReceipt>> posts = new ArrayList<>();
    private boolean queues;

    /** Its turn is saved when the test says so. */
    private final Operation<Order, Topping, String> slow = Operation.createOrGet("Slow", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .handledBy((turn, order, message) -> {
                farm.engine.trouble(CommitInstance.class, Trouble.DELAYED);
                return turn.become(new Order(message.order(), "", 0, "")).id();
            });

    PostedCrowdTest() {
        farm.definition = Orders.DEFINITION;
    }

    @AfterEach
    void close() {
        queues = false;
        runAll();
        farm.close();
    }

    private void execute(Runnable task) {
        if (queues) {
            tasks.add(task);
        } else {
            task.run();
        }
    }

    private WorkflowHost host(UnaryOperator<HostBuilder> further) {
        WorkflowHost host = farm.host(
                "one",
                settings -> further.apply(settings.timeToUnload(Duration.ZERO)
                        .executor(this::execute)
                        .redelivery(new Backoff(SECOND, SECOND))
                        .deliveryTime(DELIVERY)));
        queues = true;
        return host;
    }

    private void runAll() {
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
    }

    private int handled() {
        return (int) farm.events.stream()
                .filter(event -> event.kind() == Kind.DELIVERED)
                .count();
    }

    private int acknowledged() {
        return (int) posts.stream().filter(CompletableFuture::isDone).count();
    }

    @Test
    @DisplayName("of many that are posted to one instance each is delivered soon, and not after the last post")
    void mailboxStaysShort() {
        WorkflowHost host = host(settings -> settings);
        for (int i = 0; i < MANY; i++) {
            posts.add(host.postAsync(Orders.ADD, topping("7", "" + i), PostOptions.DEFAULT.withMessageId("m" + i)));
        }

        int longest = 0;
        while (!tasks.isEmpty()) {
            tasks.remove().run();
            longest = Math.max(longest, acknowledged() - handled());
        }

        assertThat(longest).isLessThan(MANY / 2);
        assertThat(posts).allSatisfy(post -> assertThat(post).isCompleted());
        assertThat(toppings("7")).isEqualTo(String.join("+", numbers()));
    }

    private String toppings(String order) {
        return farm.peek(Orders.home(order)).snapshotOrThrow().data().get("toppings", String.class);
    }

    private static List<String> numbers() {
        List<String> numbers = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            numbers.add("" + i);
        }
        return numbers;
    }

    @Test
    @DisplayName("a call waits for a few deliveries to other instances, and not for all that were posted")
    void callIsNotBehindAllDeliveries() {
        WorkflowHost host = host(settings -> settings.maxTurns(TURNS));
        for (int i = 0; i < MANY; i++) {
            posts.add(host.postAsync(Orders.ADD, topping("o" + i, "x"), PostOptions.DEFAULT));
        }
        while (acknowledged() < MANY) {
            tasks.remove().run();
        }

        CompletableFuture<CallOutcome<String>> call =
                host.callAsync(Orders.ADD, topping("other", "y"), CallOptions.DEFAULT);
        int before = 0;
        while (!call.isDone()) {
            tasks.remove().run();
            before++;
        }
        runAll();

        // Each of them has a turn to deliver it and one to settle it, and lets the next one in.
        assertThat(before).isLessThan(4 * TURNS);
        assertThat(handled()).isEqualTo(MANY);
    }

    @Test
    @DisplayName("a message that waits in vain to be delivered is delivered later, and no delivery is counted")
    void noRoomUntilTheDeadline() {
        WorkflowHost host = host(settings -> settings.maxTurns(2).maxSends(1));
        post(host, "slow");
        Runnable deliverySlow = tasks.remove();
        PostReceipt waits = post(host, "waits");
        assertThat(tasks).isEmpty();

        farm.advance(DELIVERY);
        runAll();

        PostedMessage message = only(host, waits);
        assertThat(message.state()).isEqualTo(PostedMessage.State.RETURNED);
        assertThat(message.deliveries()).isZero();
        assertThat(message.problem())
                .hasValueSatisfying(problem -> assertThat(problem).contains("too many other messages"));

        deliverySlow.run();
        runAll();
        farm.advance(SECOND.multipliedBy(2));
        runAll();
        assertThat(now(host.mailboxes().messages(waits.destination()))).isEmpty();
        assertThat(toppings("waits")).isEqualTo("x");
    }

    private PostReceipt post(WorkflowHost host, String order) {
        CompletableFuture<PostReceipt> posted = host.postAsync(Orders.ADD, topping(order, "x"), PostOptions.DEFAULT);
        tasks.remove().run();
        return now(posted);
    }

    private PostedMessage only(WorkflowHost host, PostReceipt receipt) {
        CompletableFuture<List<PostedMessage>> messages = host.mailboxes().messages(receipt.destination());
        runAll();
        return now(messages).get(0);
    }

    @Test
    @DisplayName("thousands of messages that wait for room are delivered by a thread that is their own")
    void messagesByThreadsThatAreTheCallersOwn() {
        WorkflowHost host = hostWithASlowSave(2);
        host.post(slow, topping("slow", ""));
        for (int i = 0; i < CROWD; i++) {
            host.post(Orders.ADD, topping("o" + i, "x"));
        }
        assertThat(handled()).isZero();

        farm.engine.letGo();

        assertThat(handled()).isEqualTo(1 + CROWD);
    }

    @Test
    @DisplayName("thousands of calls that wait for room are answered by a thread that is their own")
    void callsByThreadsThatAreTheCallersOwn() {
        WorkflowHost host = hostWithASlowSave(1);
        List<CompletableFuture<CallOutcome<String>>> calls = new ArrayList<>();
        calls.add(host.callAsync(slow, topping("slow", ""), CallOptions.DEFAULT));
        for (int i = 0; i < CROWD; i++) {
            calls.add(host.callAsync(Orders.ADD, topping("o" + i, "x"), CallOptions.DEFAULT));
        }
        assertThat(calls).noneMatch(CompletableFuture::isDone);

        farm.engine.letGo();

        assertThat(calls)
                .allSatisfy(
                        call -> assertThat(call).isCompletedWithValueMatching(CallOutcome.Replied.class::isInstance));
    }

    private WorkflowHost hostWithASlowSave(int turns) {
        farm.definition = Orders.DEFINITION.with(slow);
        WorkflowHost host = host(settings -> settings.maxTurns(turns));
        queues = false;
        return host;
    }
}
