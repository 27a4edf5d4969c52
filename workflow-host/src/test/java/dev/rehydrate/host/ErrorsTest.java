// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.host.Orders.Kitchen;
import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.Orders.Topping;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.ValueBag;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the application and its threads throw may be an error, too: a class is missing, a stack or a memory is full. */
final class ErrorsTest {

    private final Farm farm = new Farm();

    ErrorsTest() {
        farm.definition = Orders.DEFINITION;
    }

    @AfterEach
    void close() {
        farm.close();
    }

    private static NoClassDefFoundError missing() {
        return new NoClassDefFoundError("com/example/Missing");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 60})
    void sinkThatThrowsOneHasNotTakenTheMessage(long secondsToUnload) {
        AtomicInteger tries = new AtomicInteger();
        WorkflowHost host = farm.host(
                "one",
                settings -> settings.timeToUnload(Duration.ofSeconds(secondsToUnload))
                        .sink(message -> {
                            if (tries.incrementAndGet() == 1) {
                                throw missing();
                            }
                            return CompletableFuture.completedFuture(null);
                        }));
        host.call(Orders.COOK, topping("7", "base"));

        farm.advance(SECOND.multipliedBy(10));

        assertThat(tries).hasValue(2);
        assertThat(host.callAsync(Orders.READ, topping("7", ""), CallOptions.DEFAULT))
                .isDone();
    }

    @Test
    void mappingThatThrowsOneLeavesNothingOfTheTurnInMemory() {
        AtomicBoolean broken = new AtomicBoolean();
        Operation<List<String>, Topping, String> add = Operation.createOrGet("Add", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, state, message) -> {
                    List<String> all = state == null ? turn.become(new ArrayList<>()) : state;
                    all.add(message.name());
                    return String.join("+", all);
                });
        farm.definition = WorkflowDefinition.of(DefinitionIdentity.of("List", "1.0"), mapping(broken))
                .with(add)
                .onUnhandledFailure(UnhandledFailure.ABANDON);
        WorkflowHost host = farm.host("one", settings -> settings);
        host.call(add, topping("7", "a"));

        broken.set(true);
        assertThatExceptionOfType(TurnFailedException.class)
                .isThrownBy(() -> host.call(add, topping("7", "b")))
                .withRootCauseInstanceOf(StackOverflowError.class);

        assertThat(reply(host.call(add, topping("7", "c")))).isEqualTo("a+c");
    }

    private static StateMapping<List<String>> mapping(AtomicBoolean broken) {
        return new StateMapping<>() {
            @Override
            public Map<String, InstanceValue> toValues(List<String> state) {
                if (broken.getAndSet(false)) {
                    throw new StackOverflowError();
                }
                return Map.of("all", InstanceValue.of(String.join("+", state)));
            }

            @Override
            public List<String> fromValues(ValueBag values) {
                return new ArrayList<>(List.of(values.get("all", String.class).split("\\+")));
            }
        };
    }

    @Test
    void correlationThatThrowsOneKeepsNoRoomForTheCall() {
        Operation<Order, Topping, String> fragile = fragile(1);
        WorkflowHost host = farm.host("one", settings -> settings.maxCalls(1));
        assertThatExceptionOfType(NoClassDefFoundError.class).isThrownBy(() -> host.post(fragile, topping("7", "")));

        host.post(fragile, topping("7", "base"));

        assertThat(reply(host.call(Orders.READ, topping("7", "")))).isEqualTo("base");
    }

    @Test
    void correlationThatThrowsOneAtTheDeliveryLetsTheMessageBeTriedAgain() {
        Operation<Order, Topping, String> fragile = fragile(2);
        WorkflowHost host = farm.host("one", settings -> settings);
        host.post(fragile, topping("7", "base"));

        farm.advance(SECOND.multipliedBy(10));

        assertThat(reply(host.call(Orders.READ, topping("7", "")))).isEqualTo("base");
        assertThat(host.stop(SECOND)).isDone();
    }

    /** Its correlation fails at one time. */
    private Operation<Order, Topping, String> fragile(int failing) {
        AtomicInteger times = new AtomicInteger();
        Operation<Order, Topping, String> fragile = Operation.createOrGet("Fragile", Topping.class)
                .correlatedBy(Correlation.<Topping>content("orders").part("Order", message -> {
                    if (times.incrementAndGet() == failing) {
                        throw missing();
                    }
                    return message.order();
                }))
                .handledBy((turn, order, message) -> turn.become(new Order(message.order(), message.name(), 1, ""))
                        .toppings());
        farm.definition = Orders.DEFINITION.with(fragile);
        return fragile;
    }

    @Test
    void listenerThatThrowsOneHarmsNobody() {
        Kitchen kitchen = new Kitchen();
        WorkflowHost host = farm.host(
                "one",
                settings -> settings.timeToUnload(Duration.ZERO).sink(kitchen).listener(event -> {
                    throw new AssertionError("not what was expected");
                }));

        assertThat(reply(host.call(Orders.COOK, topping("7", "base")))).isEqualTo("base");
        assertThat(kitchen.texts()).containsExactly("base");
        assertThat(reply(host.call(Orders.READ, topping("7", "")))).isEqualTo("base");
    }

    @Test
    void threadsThatThrowOneFailTheCallAndBlockNobody() {
        AtomicBoolean full = new AtomicBoolean();
        WorkflowHost host = farm.host(
                "one",
                settings -> settings.maxCalls(1).executor(task -> {
                    if (full.getAndSet(false)) {
                        throw new OutOfMemoryError("unable to create native thread");
                    }
                    task.run();
                }));
        host.call(Orders.ADD, topping("7", "a"));
        full.set(true);
        CompletableFuture<CallOutcome<String>> failed =
                host.callAsync(Orders.ADD, topping("7", "b"), CallOptions.DEFAULT);

        assertThat(failed)
                .failsWithin(SECOND)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(OutOfMemoryError.class);
        assertThat(reply(host.call(Orders.ADD, topping("7", "c")))).isEqualTo("a+c");
    }

    @ParameterizedTest
    @ValueSource(classes = {NoClassDefFoundError.class, StackOverflowError.class, OutOfMemoryError.class})
    void stateThatEndsInOneIsLeftToOthersWhenItsInstanceIsDue(Class<? extends Error> kind) throws Exception {
        WorkflowHost host = farm.host("one");
        host.call(Orders.REMIND_LATER, topping("7", "base"));
        host.close();
        Error error = kind.getDeclaredConstructor().newInstance();
        StateMapping<Order> broken = new StateMapping<>() {
            @Override
            public Map<String, InstanceValue> toValues(Order state) {
                throw error;
            }

            @Override
            public Order fromValues(ValueBag values) {
                throw error;
            }
        };
        farm.definition =
                WorkflowDefinition.of(Orders.DEFINITION.identity(), broken).with(Orders.REMIND);
        farm.host("two");

        farm.advance(Duration.ofMinutes(2));

        var header = farm.peek(Orders.home("7")).snapshotOrThrow().header();
        assertThat(header.suspension()).isNull();
        assertThat(header.holder()).isNull();
        assertThat(header.dueAt()).isNotNull();
    }
}
