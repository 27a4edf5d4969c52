// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.ResumeInstance;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.correlation.Seed;
import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.Orders.Topping;
import dev.rehydrate.host.async.Waiting;
import dev.rehydrate.host.state.HostState;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Whether an instance stays in memory must not be visible in what it does: the same messages, to an instance that leaves memory
 * whenever it is idle and is loaded on another node, and to one that never leaves it.
 */
abstract class UnloadOrNotContract {

    private static final int SEQUENCES = Integer.getInteger("rehydrate.sequences", 200);
    private static final int AT_ONCE = 8;
    private static final Duration SOON = Duration.ofMinutes(1);

    /** Wants to be reminded at once, in a turn of its own. */
    private static final Operation<Order, Topping, String> REMIND_AT_ONCE = Operation.mustExist(
                    "RemindAtOnce", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .replying(String.class)
            .handledBy((turn, order, message) -> {
                turn.scheduleAfter("now", Duration.ZERO, Orders.REMIND, message);
                return turn.become(order.with(message.name())).toppings();
            });

    /** Wants to be reminded long after the end of the test. */
    private static final Operation<Order, Topping, String> REMIND_NEXT_WEEK = Operation.mustExist(
                    "RemindNextWeek", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .handledBy((turn, order, message) -> {
                turn.unchanged();
                turn.scheduleAfter("reminder", Duration.ofDays(7), Orders.REMIND, message);
                return order.toppings();
            });

    private static final WorkflowDefinition<Order> DEFINITION =
            Orders.DEFINITION.with(REMIND_AT_ONCE, REMIND_NEXT_WEEK);

    /** Ordinary ones more often than those that end or break the instance; without one, it is resumed. */
    private static final List<List<Operation<Order, Topping, String>>> CHOICE = List.of(
            List.of(Orders.ADD),
            List.of(Orders.ADD),
            List.of(Orders.COOK),
            List.of(Orders.COOK_TWICE),
            List.of(Orders.READ),
            List.of(REMIND_AT_ONCE),
            List.of(REMIND_NEXT_WEEK),
            List.of(Orders.FORGET),
            List.of(Orders.DELIVER),
            List.of(Orders.BURN),
            List.of(Orders.REFUSE),
            List.of(Orders.GIVE_UP),
            List.of(),
            List.of());

    private final Map<InstanceId, Queue<String>> sent = new ConcurrentHashMap<>();
    private HostFarm farm;

    abstract Provider provider();

    /**
     * A message.
     *
     * @param operation the operation, or null to resume the instance
     * @param topping what it brings
     * @param id its id, which an earlier one may have; or null
     */
    private record Step(Operation<Order, Topping, String> operation, String topping, String id) {}

    @BeforeEach
    void open() {
        farm = new HostFarm(provider());
    }

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    @DisplayName(
            "WF-67 unloading at every idle moment, on any node and in either way, is not seen in what is sent, fired, failed and ended")
    void unloadAtEveryIdleOrNever() {
        long seed = Seed.forTest("unloadAtEveryIdleOrNever");
        List<WorkflowHost> never = hosts(1, "never", ConcurrencyControl.PESSIMISTIC, IdlePolicy.NEVER);
        List<WorkflowHost> held = hosts(2, "held", ConcurrencyControl.PESSIMISTIC, Duration.ZERO);
        List<WorkflowHost> optimistic = hosts(2, "optimistic", ConcurrencyControl.OPTIMISTIC, Duration.ZERO);
        long startedAt = System.nanoTime();
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<CompletableFuture<Void>> all = IntStream.range(0, SEQUENCES)
                    .mapToObj(i -> CompletableFuture.runAsync(
                            () -> {
                                List<Step> steps = steps(new Random(seed + i));
                                List<String> expected = play(never, "never-" + i, steps);
                                assertThat(play(held, "held-" + i, steps))
                                        .as("held, -Drehydrate.seed=%d: %s", seed + i, steps)
                                        .isEqualTo(expected);
                                assertThat(play(optimistic, "optimistic-" + i, steps))
                                        .as("optimistic, -Drehydrate.seed=%d: %s", seed + i, steps)
                                        .isEqualTo(expected);
                            },
                            threads))
                    .toList();
            all.forEach(one -> Waiting.forAnswer(one, Duration.ofHours(1)));
        } finally {
            threads.shutdownNow();
        }
        System.out.printf("%d sequences: %d ms%n", SEQUENCES, (System.nanoTime() - startedAt) / 1_000_000);
    }

    private List<WorkflowHost> hosts(int count, String suffix, ConcurrencyControl way, Duration timeToUnload) {
        return IntStream.range(0, count)
                .mapToObj(node -> farm.host(
                        node,
                        DEFINITION.concurrency(way),
                        settings -> settings.owner(farm.type(suffix))
                                .timeToUnload(timeToUnload)
                                .sink(this::send)))
                .toList();
    }

    private CompletableFuture<Void> send(OutboundMessage message) {
        sent.computeIfAbsent(message.instance(), first -> new ConcurrentLinkedQueue<>())
                .add(message.destination() + ":" + message.payload(String.class));
        return CompletableFuture.completedFuture(null);
    }

    private static List<Step> steps(Random random) {
        List<Step> steps = new ArrayList<>();
        for (int i = 5 + random.nextInt(10); i > 0; i--) {
            List<Operation<Order, Topping, String>> choice = CHOICE.get(random.nextInt(CHOICE.size()));
            Operation<Order, Topping, String> operation = choice.isEmpty() ? null : choice.get(0);
            boolean named = operation != null && operation.replyType().isPresent();
            steps.add(new Step(operation, "t" + i, named ? "m" + random.nextInt(10) : null));
        }
        return steps;
    }

    private List<String> play(List<WorkflowHost> hosts, String name, List<Step> steps) {
        String order = farm.named(name);
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            seen.add(answer(hosts.get(i % hosts.size()), order, steps.get(i)).replace(order, "it"));
            awaitQuiet(order);
        }
        seen.add(end(farm.peek(Orders.home(order))));
        seen.addAll(sent.getOrDefault(Orders.home(order), new ConcurrentLinkedQueue<>()));
        return seen;
    }

    private String answer(WorkflowHost host, String order, Step step) {
        if (step.operation() == null) {
            return farm.ask(Orders.home(order), ResumeInstance.now()).name();
        }
        CallOptions options = step.id() == null ? CallOptions.DEFAULT : CallOptions.DEFAULT.withMessageId(step.id());
        try {
            CallOutcome<String> outcome = host.call(step.operation(), Orders.topping(order, step.topping()), options);
            return outcome instanceof CallOutcome.Replied<String> replied
                    ? replied.reply() + (replied.facts().has(TurnFacts.Mark.REPEATED) ? " again" : "")
                    : outcome.getClass().getSimpleName();
        } catch (TurnFailedException | TurnRefusedException failed) {
            return failed.getClass().getSimpleName();
        }
    }

    /** What is sent and what fires goes on after the reply, in a time of its own. */
    private void awaitQuiet(String order) {
        Awaitility.await(order + " has nothing to do")
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(3))
                .atMost(HostFarm.PATIENCE)
                .until(() -> farm.peek(Orders.home(order))
                        .loaded()
                        .filter(UnloadOrNotContract::isBusy)
                        .isEmpty());
    }

    private static boolean isBusy(InstanceSnapshot snapshot) {
        Instant due = snapshot.header().dueAt();
        boolean isDue = due != null && due.isBefore(Instant.now().plus(SOON));
        boolean isEnding = HostState.of(snapshot).ending() != null;
        return snapshot.header().suspension() == null && (isDue || isEnding);
    }

    private static String end(LoadOutcome outcome) {
        return outcome.loaded()
                .map(snapshot -> snapshot.data().get("toppings", String.class)
                        + " v" + snapshot.data().get("version", Integer.class)
                        + (snapshot.header().dueAt() == null ? "" : " due")
                        + (snapshot.header().suspension() == null ? "" : " suspended"))
                .orElseGet(() -> outcome.getClass().getSimpleName());
    }
}
