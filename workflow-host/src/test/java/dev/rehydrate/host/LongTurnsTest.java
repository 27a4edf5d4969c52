// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.HostHealth.LongTurn;
import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.Orders.Topping;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

/** Handlers run in threads of their own and wait until the test lets them go on; time is moved by hand. */
@DisplayName("handlers and sinks that do not return")
final class LongTurnsTest {

    private static final int THREADS = 2;
    private static final Duration LONG = Duration.ofSeconds(30);

    private final Farm farm = new Farm();
    private final Semaphore begun = new Semaphore(0);
    private final ConcurrentMap<String, CompletableFuture<String>> gates = new ConcurrentHashMap<>();
    private final AtomicInteger staying = new AtomicInteger();
    private final AtomicInteger tasks = new AtomicInteger();
    private final AtomicBoolean refuses = new AtomicBoolean();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final ExecutorService few = Executors.newFixedThreadPool(THREADS);
    private final CapturedLog log = CapturedLog.open();

    private final Operation<Order, Topping, String> stay = Operation.createOrGet("Stay", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .handledBy((turn, order, message) -> {
                waitAt(message.order());
                return turn.become(new Order(message.order(), "", 0, "")).id();
            });

    LongTurnsTest() {
        farm.definition = Orders.DEFINITION.with(stay);
    }

    @AfterEach
    void close() {
        refuses.set(false);
        gates.values().forEach(gate -> gate.complete(""));
        threads.shutdown();
        few.shutdown();
        log.close();
        farm.close();
    }

    private void waitAt(String gate) {
        staying.incrementAndGet();
        begun.release();
        var unused = gate(gate).join();
        staying.decrementAndGet();
    }

    private CompletableFuture<String> gate(String name) {
        return gates.computeIfAbsent(name, any -> new CompletableFuture<>());
    }

    private WorkflowHost host(UnaryOperator<HostBuilder> further) {
        return farm.host("one", settings -> further.apply(settings.executor(this::execute)));
    }

    private void execute(Runnable task) {
        if (refuses.get()) {
            throw new RejectedExecutionException("no room");
        }
        tasks.incrementAndGet();
        threads.execute(() -> {
            try {
                task.run();
            } finally {
                tasks.decrementAndGet();
            }
        });
    }

    /** Lets a half minute pass again and again, each after all that can end has ended. */
    private void pass(int periods) {
        for (int i = 0; i < periods; i++) {
            await().atMost(HostFarm.PATIENCE).until(() -> tasks.get() == staying.get());
            farm.advance(LONG);
        }
        await().atMost(HostFarm.PATIENCE).until(() -> tasks.get() == staying.get());
    }

    /** Calls that stay in their handlers, which have begun. */
    private List<CompletableFuture<?>> stay(WorkflowHost host, int first, int last) {
        List<CompletableFuture<?>> answers = new ArrayList<>();
        for (int i = first; i <= last; i++) {
            answers.add(host.callAsync(stay, topping("o" + i, ""), CallOptions.DEFAULT.within(Duration.ofHours(1))));
        }
        begun.acquireUninterruptibly(1 + last - first);
        return answers;
    }

    private void letReturn(List<CompletableFuture<?>> answers, String... orders) {
        for (String order : orders) {
            gate(order).complete("");
        }
        assertThat(answers).allSatisfy(answer -> assertThat(answer).succeedsWithin(Duration.ofMinutes(1)));
    }

    private List<HostEvent> events(Kind kind) {
        return farm.events.stream().filter(event -> event.kind() == kind).toList();
    }

    @Test
    @DisplayName("are told once each, with operation, instance and time, and are seen in the health until they return")
    void longTurn() {
        WorkflowHost host = host(settings -> settings);
        List<CompletableFuture<?>> first = stay(host, 1, 1);
        farm.advance(LONG.minus(SECOND));
        assertThat(host.health().longTurns()).isEmpty();
        List<CompletableFuture<?>> second = stay(host, 2, 2);
        assertThat(events(Kind.LONG_TURN)).isEmpty();

        farm.advance(SECOND);
        assertThat(events(Kind.LONG_TURN)).hasSize(1).allSatisfy(event -> {
            assertThat(event.instance()).isEqualTo(Orders.home("o1"));
            assertThat(event.operation()).isEqualTo("Stay");
            assertThat(event.key()).isEqualTo(Orders.key("o1"));
            assertThat(event.took()).isEqualTo(LONG);
        });
        pass(20);

        assertThat(events(Kind.LONG_TURN))
                .extracting(HostEvent::instance)
                .containsExactly(Orders.home("o1"), Orders.home("o2"));
        assertThat(log.lines(Level.WARN, "the handler of Stay has not returned for 30 s"))
                .hasSize(2);
        assertThat(host.health().longTurns())
                .extracting(LongTurn::instance)
                .containsExactly(Orders.home("o1"), Orders.home("o2"));
        assertThat(Duration.between(host.health().longTurns().get(0).since(), farm.time.instant()))
                .isEqualTo(LONG.multipliedBy(21));
        assertThat(host.health().hasFreeTurn()).isTrue();
        letReturn(first, "o1");
        assertThat(host.health().longTurns()).extracting(LongTurn::instance).containsExactly(Orders.home("o2"));
        letReturn(second, "o2");
        assertThat(host.health().longTurns()).isEmpty();
        assertThat(events(Kind.NO_FREE_TURN)).isEmpty();
    }

    @Test
    @DisplayName("that keep all threads are told with what waits, once until a thread is free again")
    void noThread() {
        WorkflowHost host = farm.host("one", settings -> settings.executor(few));
        List<CompletableFuture<?>> answers = stay(host, 1, THREADS);
        CompletableFuture<?> waits =
                host.callAsync(Orders.ADD, topping("7", "x"), CallOptions.DEFAULT.within(Duration.ofHours(1)));
        farm.advance(LONG);
        assertThat(events(Kind.LONG_TURN)).hasSize(THREADS);

        farm.advance(LONG.multipliedBy(20));

        assertThat(events(Kind.NO_FREE_TURN)).hasSize(1);
        assertThat(log.lines(Level.WARN, "no turn is free"))
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .contains(
                                "node=one", "waiting=1", "the handler of Stay of " + Orders.home("o1") + " for 60 s"));
        assertThat(host.health().hasFreeTurn()).isFalse();
        assertThat(host.health().waiting()).isEqualTo(1);
        letReturn(answers, "o1", "o2");
        assertThat(waits).succeedsWithin(Duration.ofMinutes(1));
        await().atMost(HostFarm.PATIENCE)
                .untilAsserted(() -> assertThat(host.health().hasFreeTurn()).isTrue());
        assertThat(log.lines(Level.INFO, "a turn is free again: node=one")).hasSize(1);

        List<CompletableFuture<?>> again = stay(host, 11, 10 + THREADS);
        farm.advance(LONG.multipliedBy(3));
        assertThat(events(Kind.NO_FREE_TURN)).hasSize(2);
        letReturn(again, "o11", "o12");
    }

    @Test
    @DisplayName("that keep all of maxTurns are told, although threads are free")
    void noRoom() {
        WorkflowHost host = host(settings -> settings.maxTurns(THREADS));
        List<CompletableFuture<?>> answers = stay(host, 1, THREADS);
        farm.advance(LONG);
        assertThat(events(Kind.NO_FREE_TURN)).hasSize(1);
        assertThat(host.health().hasFreeTurn()).isFalse();

        letReturn(answers, "o1", "o2");
        pass(1);

        assertThat(host.health().hasFreeTurn()).isTrue();
    }

    @Test
    @DisplayName("beside threads that take no task are told at the second refusal, and no more when they take one")
    void threadsThatRefuse() {
        WorkflowHost host = farm.host("one", settings -> settings.executor(this::execute));
        List<CompletableFuture<?>> answers = stay(host, 1, 1);
        refuses.set(true);
        pass(1);
        assertThat(host.health().hasFreeTurn()).isTrue();
        pass(1);
        assertThat(host.health().hasFreeTurn()).isFalse();

        refuses.set(false);
        pass(1);
        assertThat(host.health().hasFreeTurn()).isTrue();
        letReturn(answers, "o1");
    }

    @Test
    @DisplayName("that keep as many turns as there may be deliveries delay other posted messages, and do not stop them")
    void deliveriesGoOn() {
        WorkflowHost host = host(settings -> settings.maxTurns(2 * THREADS));
        for (int i = 1; i <= THREADS; i++) {
            host.post(stay, topping("o" + i, ""));
        }
        begun.acquireUninterruptibly(THREADS);
        host.post(Orders.ADD, topping("7", "x"));
        assertThat(events(Kind.DELIVERED)).isEmpty();

        pass(20);

        assertThat(events(Kind.DELIVERED)).extracting(HostEvent::instance).containsExactly(Orders.home("7"));
        assertThat(staying).hasValue(THREADS);
        assertThat(host.health().hasFreeTurn()).isTrue();
        assertThat(events(Kind.NO_FREE_TURN)).isEmpty();
    }

    @Test
    @DisplayName("a sink that does not return is told without an operation")
    void sink() {
        WorkflowHost host = host(settings -> settings.sink(message -> {
            waitAt("sink");
            return CompletableFuture.completedFuture(null);
        }));
        host.callAsync(Orders.COOK, topping("7", "ham"), CallOptions.DEFAULT).join();
        begun.acquireUninterruptibly();

        farm.advance(LONG);

        assertThat(events(Kind.LONG_TURN)).hasSize(1).allSatisfy(event -> {
            assertThat(event.instance()).isEqualTo(Orders.home("7"));
            assertThat(event.operation()).isNull();
        });
        assertThat(log.lines(Level.WARN, "the sink has not returned for 30 s")).hasSize(1);
    }
}
