// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.rehydrate.command.failure.UnreadableValueException;
import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.Orders.Topping;
import dev.rehydrate.host.TroubledEngine.Trouble;
import dev.rehydrate.slot.operation.AcquireInstance;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.store.InstanceStore;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A handle that is never freed stays in memory as long as its owner lives, which may be months. */
final class FreedHandlesTest {

    private static final Operation<Order, Topping, Integer> COUNT = Operation.createOrGet("Add", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .replying(Integer.class)
            .handledBy((turn, order, message) -> turn.become(order).version());

    private final Farm farm = new Farm();
    private InstanceStore store;
    private Set<Object> atRest;

    FreedHandlesTest() {
        farm.definition = Orders.DEFINITION;
    }

    @AfterEach
    void close() {
        farm.close();
    }

    /** Calls of one kind. */
    enum Calls {
        WELL((farm, host) -> {
            host.call(Orders.ADD, topping("7", "a"));
            host.call(Orders.READ, topping("7", ""));
        }),
        FURTHER_KEY((farm, host) -> {
            host.call(Orders.ADD, topping("9", "a"));
            host.call(Orders.ALSO_KNOWN_AS, topping("9", "nine"));
            host.call(Orders.READ, topping("nine", ""));
            host.call(Orders.ADD, topping("nine", "b"));
            host.call(Orders.NO_LONGER, topping("9", "nine"));
        }),
        UNKNOWN((farm, host) -> host.call(Orders.READ, topping("unknown", ""))),
        REFUSED((farm, host) -> {
            host.call(Orders.ADD, topping("7", "a"));
            var unused = catchThrowable(() -> host.call(Orders.REFUSE, topping("7", "a")));
        }),
        BURNT((farm, host) -> {
            host.call(Orders.ADD, topping("8", "a"));
            var unused = catchThrowable(() -> host.call(Orders.BURN, topping("8", "a")));
            host.call(Orders.ADD, topping("8", "a"));
            host.control().delete(Orders.home("8"));
        }),
        FAILED((farm, host) -> {
            host.call(Orders.ADD, topping("8", "a"));
            host.call(Orders.GIVE_UP, topping("8", "a"));
            host.call(Orders.ADD, topping("8", "a"));
            host.control().delete(Orders.home("8"));
        }),
        STALE((farm, host) -> {
            var seen = host.call(Orders.ADD, topping("7", "a"))
                    .replyOrThrow()
                    .facts()
                    .revision();
            host.call(Orders.ADD, topping("7", "a"));
            host.call(Orders.ADD, topping("7", "a"), CallOptions.DEFAULT.ifMatch(seen));
        }),
        ENDED((farm, host) -> {
            host.call(Orders.ADD, topping("5", "a"));
            host.call(Orders.DELIVER, topping("5", "a"));
            host.call(Orders.READ, topping("5", "a"));
        }),
        SENT((farm, host) -> {
            host.call(Orders.COOK_TWICE, topping("4", "a"));
            host.call(Orders.COOK, topping("4", "a"));
        }),
        TIMERS((farm, host) -> {
            host.call(Orders.REMIND_LATER, topping("3", "a"));
            farm.advance(SECOND.multipliedBy(11));
            host.call(Orders.REMIND_OFTEN, topping("3", "a"));
            farm.advance(Duration.ofMinutes(11));
            host.call(Orders.FORGET, topping("3", "a"));
        }),
        POSTED((farm, host) -> {
            host.post(Orders.ADD, topping("2", "a"));
            host.post(Orders.READ, topping("unknown", "a"));
            host.post(Orders.ADD, topping("2", "a"), PostOptions.DEFAULT.delayedBy(SECOND));
            farm.advance(SECOND.multipliedBy(2));
        }),
        REPEATED((farm, host) -> {
            host.call(Orders.ADD, topping("7", "a"), CallOptions.DEFAULT.withMessageId("m1"));
            host.call(Orders.ADD, topping("7", "a"), CallOptions.DEFAULT.withMessageId("m1"));
        }),
        ELSEWHERE((farm, host) -> {
            host.call(Orders.ADD, topping("1", "a"));
            farm.advance(Duration.ofMinutes(2));
            var held = farm.tool().hold(Orders.home("1"));
            var unused = host.callAsync(Orders.ADD, topping("1", "a"), CallOptions.DEFAULT.within(SECOND));
            var cancelled = host.callAsync(Orders.READ, topping("1", "a"), CallOptions.DEFAULT.within(SECOND));
            cancelled.cancel(true);
            farm.advance(SECOND.multipliedBy(2));
            held.close();
        }),
        LOAD_FAILS((farm, host) -> {
            for (Trouble trouble : List.of(Trouble.UNAVAILABLE, Trouble.REPLY_LOST, Trouble.REQUEST_LOST)) {
                for (Class<?> step : List.of(AcquireInstance.class, CommitInstance.class, InspectSlot.class)) {
                    farm.advance(Duration.ofMinutes(2));
                    farm.engine.trouble(step, trouble, trouble, trouble, trouble, trouble, trouble);
                    var unused = host.callAsync(Orders.ADD, topping("7", "a"), CallOptions.DEFAULT);
                    farm.advance(SECOND);
                    farm.engine.trouble(step);
                    farm.advance(SECOND.multipliedBy(40));
                }
            }
        }),
        DELAYED((farm, host) -> {
            for (Class<?> step : List.of(AcquireInstance.class, CommitInstance.class, InspectSlot.class)) {
                farm.advance(Duration.ofMinutes(2));
                farm.engine.trouble(step, Trouble.DELAYED);
                var unused = host.callAsync(Orders.ADD, topping("7", "a"), CallOptions.DEFAULT.within(SECOND));
                farm.advance(SECOND.multipliedBy(12));
                farm.engine.trouble(step);
                while (farm.engine.isHoldingBack()) {
                    farm.engine.letGo();
                }
                farm.advance(SECOND.multipliedBy(40));
            }
        });

        @SuppressWarnings("ImmutableEnumChecker") // Each is a lambda without a state.
        private final BiConsumer<Farm, WorkflowHost> make;

        Calls(BiConsumer<Farm, WorkflowHost> make) {
            this.make = make;
        }
    }

    private void make(UnaryOperator<HostBuilder> settings, Calls calls) {
        WorkflowHost host = host(with -> settings.apply(with).sink(new Orders.Kitchen()));
        TroubledEngine engine = farm.engine;
        for (int i = 0; i < 5; i++) {
            calls.make.accept(farm, host);
            farm.engine = engine;
        }
        farm.advance(Duration.ofMinutes(5));

        assertThat(host.instancesInMemory()).isZero();
        assertThat(LiveHandles.of(store)).isEqualTo(atRest);
    }

    private WorkflowHost host(UnaryOperator<HostBuilder> settings) {
        store = farm.store();
        WorkflowHost host = farm.host("one", store, with -> settings.apply(with.timeToUnload(Duration.ZERO)));
        atRest = LiveHandles.of(store);
        return host;
    }

    /** An instance with a further key, under which a host that does not have it in memory looks for it in two steps. */
    private WorkflowHost knownAsNine(UnaryOperator<HostBuilder> settings) {
        WorkflowHost host = host(settings);
        host.call(Orders.ADD, topping("7", "a"));
        host.call(Orders.ALSO_KNOWN_AS, topping("7", "nine"));
        return host;
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsLeftOfTurnsWithoutAHold(Calls calls) {
        make(settings -> settings, calls);
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsLeftOfTurnsUnderAHold(Calls calls) {
        farm.definition = Orders.DEFINITION.concurrency(ConcurrencyControl.PESSIMISTIC);
        make(settings -> settings, calls);
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsLeftOfInstancesThatWereInMemory(Calls calls) {
        make(settings -> settings.timeToUnload(SECOND.multipliedBy(20)), calls);
    }

    @Test
    void nothingIsLeftOfARepeatWhoseFirstReplyCannotBeRead() {
        farm.host("old").call(Orders.ADD, topping("7", "a"), CallOptions.DEFAULT.withMessageId("m1"));
        farm.definition = WorkflowDefinition.of(Orders.DEFINITION.identity(), StateMapping.ofRecord(Order.class))
                .with(COUNT);
        WorkflowHost host = host(settings -> settings);

        assertThatExceptionOfType(UnreadableValueException.class)
                .isThrownBy(() -> host.call(COUNT, topping("7", "a"), CallOptions.DEFAULT.withMessageId("m1")));

        assertThat(LiveHandles.of(store)).isEqualTo(atRest);
    }

    @Test
    void nothingIsLeftOfACallThatIsAnsweredWhileItWaitsForItsTurnWithWhatItHasLoaded() {
        WorkflowHost host = knownAsNine(settings -> settings.maxTurns(1));
        farm.engine.trouble(InspectSlot.class, Trouble.DELAYED);
        var late = host.callAsync(Orders.READ, topping("nine", ""), CallOptions.DEFAULT.within(SECOND));
        farm.engine.trouble(CommitInstance.class, Trouble.DELAYED);
        var other = host.callAsync(Orders.ADD, topping("other", ""), CallOptions.DEFAULT);
        farm.engine.letGo();
        farm.advance(SECOND.multipliedBy(2));
        assertThat(Farm.now(late)).isInstanceOf(CallOutcome.Busy.class);
        farm.engine.letGo();

        assertThat(other).isDone();
        assertThat(LiveHandles.of(store)).isEqualTo(atRest);
    }

    @Test
    void nothingIsLeftOfACallThatMeetsItsInstanceInMemoryWithWhatItHasLoaded() {
        CompletableFuture<Void> taken = new CompletableFuture<>();
        WorkflowHost host = knownAsNine(settings -> settings.sink(message -> taken));
        farm.engine.trouble(InspectSlot.class, Trouble.DELAYED);
        var read = host.callAsync(Orders.READ, topping("nine", ""), CallOptions.DEFAULT);
        host.call(Orders.COOK, topping("7", "b"));
        farm.engine.letGo();
        assertThat(read).isNotDone();
        taken.complete(null);

        assertThat(reply(Farm.now(read))).isEqualTo("a+b");
        assertThat(LiveHandles.of(store)).isEqualTo(atRest);
    }

    @Test
    void nothingIsLeftOfACallThatWasAnsweredBehindAHandlerThatHangs() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Operation<Order, Topping, String> hang = Operation.mustExist("Hang", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    begun.countDown();
                    end.await();
                    return turn.become(order).toppings();
                });
        farm.definition = Orders.DEFINITION.with(hang);
        WorkflowHost host = knownAsNine(settings -> settings);
        Thread hanging = new Thread(() -> host.call(hang, topping("7", "")));
        hanging.start();
        begun.await();
        Set<Object> ofHandler = LiveHandles.of(store);
        var read = host.callAsync(Orders.READ, topping("nine", ""), CallOptions.DEFAULT.within(SECOND));
        assertThat(read).isNotDone();
        farm.advance(SECOND.multipliedBy(2));
        Set<Object> afterDeadline = LiveHandles.of(store);
        end.countDown();
        hanging.join();

        assertThat(Farm.now(read)).isInstanceOf(CallOutcome.Busy.class);
        assertThat(afterDeadline).isEqualTo(ofHandler);
        assertThat(LiveHandles.of(store)).isEqualTo(atRest);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 60})
    void holdThatComesWhenItsCallIsForgottenGoesBack(long secondsToUnload) {
        farm.definition = Orders.DEFINITION.concurrency(ConcurrencyControl.PESSIMISTIC);
        AtomicReference<Duration> busy = new AtomicReference<>(Duration.ZERO);
        WorkflowHost host = knownAsNine(settings -> settings.timeToUnload(Duration.ofSeconds(secondsToUnload))
                .executor(task -> {
                    farm.advance(busy.getAndSet(Duration.ZERO));
                    task.run();
                }));
        farm.advance(Duration.ofMinutes(2));
        farm.engine.trouble(AcquireInstance.class, Trouble.DELAYED);
        var late = host.callAsync(Orders.READ, topping("nine", ""), CallOptions.DEFAULT.within(SECOND));
        busy.set(SECOND.multipliedBy(2));
        farm.engine.letGo();
        assertThat(late).isDone();

        farm.advance(Duration.ofMinutes(2));

        assertThat(farm.peek(Orders.home("7")).snapshotOrThrow().header().holder())
                .isNull();
        assertThat(host.instancesInMemory()).isZero();
        assertThat(LiveHandles.of(store)).isEqualTo(atRest);
    }
}
