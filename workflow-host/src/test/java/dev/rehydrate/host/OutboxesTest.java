// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.now;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.host.Orders.Kitchen;
import dev.rehydrate.host.lane.SeenRevision;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.Revision;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the sink did not take is looked after. */
final class OutboxesTest {

    private final Farm farm = new Farm();
    private final Kitchen kitchen = new Kitchen();

    OutboxesTest() {
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
                        .sink(kitchen)
                        .redelivery(new Backoff(SECOND, SECOND))
                        .maxSends(2));
    }

    private UnsentMessage setAside(WorkflowHost host, Operation<Orders.Order, Orders.Topping, String> operation) {
        kitchen.refuse(2);
        host.call(operation, topping("7", "base"));
        farm.advance(SECOND.multipliedBy(5));
        return now(host.outboxes().messages(Orders.home("7"))).get(0);
    }

    @Test
    void aWholePageOfInstancesIsLookedInto() {
        WorkflowHost host = host(Duration.ZERO);
        for (int order = 0; order < InstanceQuery.MAX_LIMIT; order++) {
            host.call(Orders.ADD, topping("o" + order, "base"));
        }
        setAside(host, Orders.COOK);

        Outboxes.Page first = onSmallStack(() -> now(host.outboxes().deadLetters("PizzaOrder", 0, 1000)));
        Outboxes.Page second = now(host.outboxes().deadLetters("PizzaOrder", 1000, 1000));

        assertThat(first.total()).isEqualTo(1001);
        assertThat(first.messages().size() + second.messages().size()).isEqualTo(1);
    }

    private static <T> T onSmallStack(Supplier<T> task) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        Thread thread = new Thread(null, () -> answer.completeAsync(task, Runnable::run), "small stack", 256 * 1024);
        thread.start();
        return answer.join();
    }

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    void whatIsSetAsideIsListedAndSentAfterAll(ConcurrencyControl way) {
        farm.definition = Orders.DEFINITION.concurrency(way);
        WorkflowHost host = host(Duration.ZERO);
        UnsentMessage dead = setAside(host, Orders.COOK_TWICE);
        assertThat(kitchen.texts()).containsExactly("base/2");
        assertThat(dead.isDead()).isTrue();
        assertThat(dead.attempts()).isEqualTo(2);
        assertThat(dead.destination()).isEqualTo("kitchen");
        assertThat(dead.payload(String.class)).isEqualTo("base/1");
        assertThat(dead.problem()).hasValueSatisfying(why -> assertThat(why).contains("closed"));
        Outboxes.Page page = now(host.outboxes().deadLetters("PizzaOrder", 0, 10));
        assertThat(page.messages()).extracting(UnsentMessage::id).containsExactly(dead.id());
        assertThat(page.total()).isEqualTo(1);

        assertThat(now(host.outboxes().redrive(dead))).isTrue();

        assertThat(kitchen.texts()).containsExactly("base/2", "base/1");
        assertThat(now(host.outboxes().messages(Orders.home("7")))).isEmpty();
        assertThat(now(host.outboxes().redrive(dead))).isFalse();
        assertThat(now(host.outboxes().deadLetters("PizzaOrder", 0, 10)).messages())
                .isEmpty();
        assertThat(host.instancesInMemory()).isZero();
    }

    /** A host that does not have the definition of the orders. */
    private WorkflowHost stranger() {
        farm.definition = Docs.DEFINITION;
        return farm.host("stranger");
    }

    @Test
    void aHostWithoutTheDefinitionRedrivesAndOneThatHasItSends() {
        UnsentMessage dead = setAside(host(Duration.ZERO), Orders.COOK);
        WorkflowHost stranger = stranger();
        assertThat(kitchen.texts()).isEmpty();
        Revision seen = SeenRevision.of(farm.peek(Orders.home("7")).snapshotOrThrow());

        assertThat(now(stranger.outboxes().redrive(dead))).isTrue();
        assertThat(SeenRevision.of(farm.peek(Orders.home("7")).snapshotOrThrow()))
                .as("no state has changed: the ETag of clients stays valid")
                .isEqualTo(seen);
        farm.advance(SECOND.multipliedBy(10));

        assertThat(kitchen.texts()).hasSize(1);
        assertThat(now(stranger.outboxes().messages(Orders.home("7")))).isEmpty();
        assertThat(now(stranger.outboxes().redrive(dead))).isFalse();
    }

    @Test
    void withoutTheDefinitionAHeldInstanceIsLeftAloneAndNothingIsDiscarded() {
        UnsentMessage dead = setAside(host(Duration.ofHours(1)), Orders.COOK);
        WorkflowHost stranger = stranger();

        CompletableFuture<Boolean> redriven = stranger.outboxes().redrive(dead);
        CompletableFuture<Boolean> discarded = stranger.outboxes().discard(dead);
        farm.advance(Duration.ofMinutes(1));

        assertThat(redriven)
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(ExecutionException.class)
                .withMessageContaining("was held all the time")
                .withMessageContaining("Nothing was changed");
        assertThat(discarded)
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(ExecutionException.class)
                .withMessageContaining("does not know the definition");
        assertThat(now(stranger.outboxes().messages(Orders.home("7"))))
                .extracting(UnsentMessage::isDead)
                .containsExactly(true);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 3600})
    void whatIsDiscardedIsNeverSent(long secondsToUnload) {
        WorkflowHost host = host(Duration.ofSeconds(secondsToUnload));
        UnsentMessage dead = setAside(host, Orders.COOK);

        assertThat(now(host.outboxes().discard(dead))).isTrue();

        farm.advance(Duration.ofMinutes(10));
        assertThat(kitchen.texts()).isEmpty();
        assertThat(now(host.outboxes().messages(Orders.home("7")))).isEmpty();
        assertThat(now(host.outboxes().discard(dead))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void instanceThatHasEndedWaitsForThemAndThenEnds(boolean again) {
        WorkflowHost host = host(Duration.ZERO);
        UnsentMessage dead = setAside(host, Orders.DELIVER);
        assertThat(host.call(Orders.READ, topping("7", ""))).isInstanceOf(CallOutcome.Completed.class);
        assertThat(farm.peek(Orders.home("7"))).isInstanceOf(LoadOutcome.Loaded.class);

        assertThat(now(again ? host.outboxes().redrive(dead) : host.outboxes().discard(dead)))
                .isTrue();

        assertThat(farm.peek(Orders.home("7"))).isInstanceOf(LoadOutcome.NotFound.class);
        assertThat(kitchen.texts()).hasSize(again ? 1 : 0);
        assertThat(now(host.outboxes().redrive(dead))).isFalse();
    }

    @Test
    void suspendedInstanceIsLeftAlone() {
        WorkflowHost host = host(Duration.ZERO);
        UnsentMessage dead = setAside(host, Orders.COOK);
        farm.tool().ask(Orders.home("7"), new SuspendInstance(CommandId.random(), "by hand", null));

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> now(host.outboxes().redrive(dead)))
                .withMessageContaining("Suspended");
    }

    @Test
    void damagedInstanceHidesNoOther() {
        WorkflowHost host = host(Duration.ZERO);
        UnsentMessage dead = setAside(host, Orders.COOK);
        host.call(Orders.ADD, topping("8", "base"));
        ValueDelta<InstanceValue> damage = ValueDelta.putting(Map.of("rehydrate.outbox", InstanceValue.of("{")));
        farm.tool()
                .ask(
                        Orders.home("8"),
                        SaveInstance.of(
                                InstanceChanges.builder().metadata(damage).build(), AfterSave.RELEASE))
                .receiptOrThrow();

        Outboxes.Page page = now(host.outboxes().deadLetters("PizzaOrder", 0, 10));

        assertThat(page.messages()).extracting(UnsentMessage::id).containsExactly(dead.id());
        assertThat(page.unreadable()).containsExactly(Orders.home("8"));
    }

    @Test
    void noInstanceHasNothingToSend() {
        WorkflowHost host = host(Duration.ZERO);
        assertThat(now(host.outboxes().messages(InstanceId.random()))).isEmpty();
    }
}
