// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.async.Waiting;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A thousand instances on one host. The time is printed; what is asserted is far longer, for the machine may be busy. The
 * number of threads is asserted.
 */
abstract class CrowdContract {

    private static final int MANY = 1_000;
    private static final int FEW_THREADS = 40;

    private final AtomicInteger mostThreads = new AtomicInteger();
    private HostFarm farm;
    private List<String> orders;
    private int threadsBefore;

    abstract Provider provider();

    @BeforeEach
    void open() {
        farm = new HostFarm(provider());
        orders = IntStream.range(0, MANY).mapToObj(i -> farm.named("o" + i)).toList();
        threadsBefore = threads();
    }

    @AfterEach
    void close() {
        farm.close();
    }

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    @DisplayName("a thousand instances that are idle at once with timeToUnload 0 leave memory before the last reply")
    void thousandThatLeaveAtOnce(ConcurrencyControl way) {
        WorkflowHost host = farm.host(
                0,
                Orders.DEFINITION.concurrency(way),
                settings -> settings.timeToUnload(Duration.ZERO).listener(this::count));
        addToAll(host, "base");

        long startedAt = System.nanoTime();
        addToAll(host, "cheese");
        assertThat(host.instancesInMemory()).isZero();

        tell("a turn of each with timeToUnload 0, " + way, startedAt);
        assertAllAreReleased("base+cheese");
        assertFewThreads();
    }

    @Test
    @DisplayName("a thousand instances whose time to unload is over at the same moment leave memory at once")
    void thousandWhoseTimeIsOver() {
        ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
        WorkflowHost host = farm.host(
                0,
                Orders.DEFINITION,
                settings -> settings.timeToUnload(SECOND)
                        .acknowledge(Acknowledge.BEFORE_SAVE)
                        .time(time)
                        .listener(this::count));
        addToAll(host, "base");
        addToAll(host, "cheese");
        assertThat(host.instancesInMemory()).isEqualTo(MANY);

        long startedAt = System.nanoTime();
        Awaitility.await()
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .atMost(HostFarm.PATIENCE)
                .until(() -> {
                    // Again and again, for the last timer may be set after the last reply.
                    time.advance(SECOND);
                    return host.instancesInMemory() == 0;
                });

        tell("save and unload of each", startedAt);
        assertAllAreReleased("base+cheese");
        assertFewThreads();
    }

    @Test
    @DisplayName("WF-71 stop saves and releases a thousand instances within its deadline")
    void thousandAtTheStop() {
        WorkflowHost host = farm.host(
                0,
                Orders.DEFINITION,
                settings -> settings.timeToUnload(IdlePolicy.NEVER)
                        .acknowledge(Acknowledge.BEFORE_SAVE)
                        .listener(this::count));
        addToAll(host, "base");
        addToAll(host, "cheese");
        assertThat(host.instancesInMemory()).isEqualTo(MANY);

        long startedAt = System.nanoTime();
        Waiting.forEnd(host.stop(HostFarm.PATIENCE), HostFarm.PATIENCE);

        tell("save and release of each at the stop", startedAt);
        assertThat(farm.count(Kind.ABORTED)).isZero();
        assertThat(host.owner()).isEmpty();
        assertAllAreReleased("base+cheese");
        assertFewThreads();
    }

    private void addToAll(WorkflowHost host, String name) {
        List<CompletableFuture<CallOutcome<String>>> answers = orders.stream()
                .map(order -> host.callAsync(Orders.ADD, topping(order, name), CallOptions.DEFAULT))
                .toList();
        answers.forEach(answer -> Waiting.forAnswer(answer, HostFarm.PATIENCE).replyOrThrow());
    }

    private void assertAllAreReleased(String toppings) {
        assertThat(orders).allSatisfy(order -> {
            var stored = farm.peek(Orders.home(order)).snapshotOrThrow();
            assertThat(stored.header().holder()).isNull();
            assertThat(stored.data().get("toppings", String.class)).isEqualTo(toppings);
        });
    }

    private void count(HostEvent event) {
        farm.events.add(event);
        mostThreads.accumulateAndGet(threads(), Math::max);
    }

    private static int threads() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group.activeCount();
    }

    private void tell(String what, long startedAt) {
        System.out.printf(
                "%d instances, %s: %d ms, %d threads more%n",
                MANY, what, (System.nanoTime() - startedAt) / 1_000_000, mostThreads.get() - threadsBefore);
    }

    private void assertFewThreads() {
        assertThat(mostThreads.get() - threadsBefore)
                .as("more threads than before")
                .isLessThanOrEqualTo(FEW_THREADS);
    }
}
