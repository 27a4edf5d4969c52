// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.Orders.Topping;
import dev.rehydrate.host.TroubledEngine.Trouble;
import dev.rehydrate.host.turn.BegunTurn;
import dev.rehydrate.slot.operation.AcquireInstance;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TimerTest {

    private final Farm farm = new Farm();

    TimerTest() {
        farm.definition = Orders.DEFINITION;
    }

    @AfterEach
    void close() {
        farm.close();
    }

    private WorkflowHost host(String node, Duration timeToUnload) {
        return farm.host(node, settings -> settings.timeToUnload(timeToUnload));
    }

    private String toppings(WorkflowHost host) {
        return reply(host.call(Orders.READ, topping("7", "")));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 5, 3600})
    void whatIsScheduledComesOnceWhetherTheInstanceIsInMemoryOrNot(long secondsToUnload) {
        WorkflowHost host = host("one", Duration.ofSeconds(secondsToUnload));
        host.call(Orders.REMIND_LATER, topping("7", "base"));

        farm.advance(SECOND.multipliedBy(9));
        assertThat(toppings(host)).isEqualTo("base");
        farm.advance(SECOND.multipliedBy(120));

        assertThat(toppings(host)).isEqualTo("base+late-once");
        assertThat(farm.events.stream().filter(event -> event.kind() == Kind.TIMER_FIRED))
                .hasSize(1);
    }

    @Test
    void whatIsScheduledComesOnceAlsoIfRepliesDoNotWaitForSaves() {
        WorkflowHost host = farm.host(
                "one", settings -> settings.acknowledge(Acknowledge.BEFORE_SAVE).timeToUnload(IdlePolicy.NEVER));
        host.call(Orders.REMIND_LATER, topping("7", "base"));

        farm.advance(SECOND.multipliedBy(120));

        assertThat(toppings(host)).isEqualTo("base+late-once");
    }

    /** A turn that only reads is not saved, but one that was due is: else its timer would stay. */
    @ParameterizedTest
    @ValueSource(longs = {0, 3600})
    void whatIsDueComesOnceAlsoIfItOnlyReads(long secondsToUnload) {
        AtomicInteger looks = new AtomicInteger();
        Operation<Order, Topping, String> look = Operation.mustExist("Look", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    if (looks.incrementAndGet() == 1) {
                        turn.unchanged();
                    } else {
                        turn.complete();
                    }
                    return order.toppings();
                });
        Operation<Order, Topping, String> lookLater = Operation.mustExist("LookLater", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    turn.scheduleAfter("look", SECOND.multipliedBy(10), look, message);
                    return order.toppings();
                });
        farm.definition = Orders.DEFINITION.with(look, lookLater);
        WorkflowHost host = host("one", Duration.ofSeconds(secondsToUnload));
        host.call(Orders.ADD, topping("7", "base"));
        host.call(lookLater, topping("7", ""));

        farm.advance(SECOND.multipliedBy(120));

        assertThat(looks).hasValue(1);
        assertThat(toppings(host)).isEqualTo("base");
    }

    @Test
    void aStoreThatFailsForAMomentDelaysWhatIsDueForAMoment() {
        WorkflowHost host = host("one", Duration.ZERO);
        host.call(Orders.REMIND_LATER, topping("7", "base"));
        farm.engine.trouble(AcquireInstance.class, Trouble.UNAVAILABLE, Trouble.UNAVAILABLE, Trouble.UNAVAILABLE);

        farm.advance(SECOND.multipliedBy(10));
        assertThat(toppings(host)).isEqualTo("base");
        farm.advance(SECOND);

        assertThat(toppings(host)).isEqualTo("base+late-once");
    }

    @Test
    void whatIsScheduledAnewForTheSameTimeComesWithItsNewMessage() {
        Instant at = farm.time.instant().plusSeconds(10);
        Operation<Order, Topping, String> remindAt = Operation.mustExist("RemindAt", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    turn.scheduleAt("at", at, Orders.REMIND, message);
                    return order.toppings();
                });
        farm.definition = Orders.DEFINITION.with(remindAt);
        WorkflowHost host = host("one", Duration.ZERO);
        host.call(Orders.ADD, topping("7", "base"));
        host.call(remindAt, topping("7", "first"));

        host.call(remindAt, topping("7", "second"));
        farm.advance(SECOND.multipliedBy(60));

        assertThat(toppings(host)).isEqualTo("base+late-second");
    }

    @Test
    void whatIsScheduledForEverAwayHoldsUpNothing() {
        Duration forEver = Duration.ofSeconds(Long.MAX_VALUE);
        Operation<Order, Topping, String> farAway = Operation.mustExist("FarAway", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    turn.scheduleAfter("once", forEver, Orders.REMIND, message);
                    turn.scheduleEvery("often", forEver, Orders.REMIND, message);
                    turn.scheduleAfter("soon", SECOND, Orders.REMIND, message);
                    return order.toppings();
                });
        farm.definition = Orders.DEFINITION.with(farAway);
        WorkflowHost host = host("one", Duration.ZERO);
        host.call(Orders.ADD, topping("7", "base"));

        assertThat(reply(host.call(farAway, topping("7", "x")))).isEqualTo("base");
        farm.advance(SECOND.multipliedBy(60));

        assertThat(toppings(host)).isEqualTo("base+late-x");
    }

    @Test
    void anyHostThatLivesDoesIt() {
        WorkflowHost first = host("one", Duration.ZERO);
        first.call(Orders.REMIND_LATER, topping("7", "base"));
        first.close();
        WorkflowHost second = host("two", Duration.ZERO);

        farm.advance(SECOND.multipliedBy(120));

        assertThat(toppings(second)).isEqualTo("base+late-once");
    }

    @Test
    void hostThatDiesWithTheInstanceInMemoryIsReplaced() {
        MortalEngine.Death death = MortalEngine.Death.never();
        WorkflowHost dying = farm.mortal("dying", death, settings -> settings.timeToUnload(IdlePolicy.NEVER));
        dying.call(Orders.REMIND_LATER, topping("7", "base"));
        death.now();
        WorkflowHost second = host("two", Duration.ZERO);

        farm.advance(SECOND.multipliedBy(300));

        assertThat(toppings(second)).isEqualTo("base+late-once");
    }

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    void whatIsNotDueDoesNotComeWithWhatIs(ConcurrencyControl way) {
        Operation<Order, Topping, String> nudge = Operation.mustExist("Nudge", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    turn.scheduleAfter("nudge", Duration.ZERO, Orders.REMIND, message);
                    return turn.become(order.with(message.name())).toppings();
                });
        farm.definition = Orders.DEFINITION.with(nudge).concurrency(way);
        WorkflowHost host = host("one", Duration.ZERO);
        host.call(Orders.REMIND_LATER, topping("7", "base"));
        host.call(nudge, topping("7", "x"));
        farm.advance(SECOND);

        assertThat(toppings(host)).isEqualTo("base+x+late-x");
        farm.advance(SECOND.multipliedBy(120));
        assertThat(toppings(host)).isEqualTo("base+x+late-x+late-once");
    }

    @Test
    void whatIsNotDueDoesNotComeWhenTheHolderDies() {
        MortalEngine.Death death = MortalEngine.Death.never();
        WorkflowHost dying = farm.mortal("dying", death, settings -> settings.timeToUnload(IdlePolicy.NEVER));
        dying.call(Orders.REMIND_OFTEN, topping("7", "base"));
        death.now();
        WorkflowHost second = host("two", Duration.ZERO);

        farm.advance(SECOND.multipliedBy(300));
        assertThat(toppings(second)).isEqualTo("base");
        farm.advance(SECOND.multipliedBy(300));
        assertThat(toppings(second)).isEqualTo("base+late-often");
    }

    @Test
    void whatIsTakenBackDoesNotCome() {
        WorkflowHost host = host("one", Duration.ZERO);
        host.call(Orders.REMIND_LATER, topping("7", "base"));
        host.call(Orders.FORGET, topping("7", "x"));
        assertThat(farm.peek(Orders.home("7")).snapshotOrThrow().header().dueAt())
                .isNull();

        farm.advance(SECOND.multipliedBy(120));

        assertThat(toppings(host)).isEqualTo("base+x");
    }

    @Test
    void whatIsSetAgainUnderTheSameNameReplacesTheFirst() {
        WorkflowHost host = host("one", Duration.ZERO);
        host.call(Orders.REMIND_LATER, topping("7", "base"));
        farm.advance(SECOND.multipliedBy(6));
        host.call(Orders.REMIND_LATER, topping("7", "x"));
        farm.advance(SECOND.multipliedBy(6));
        assertThat(toppings(host)).isEqualTo("base+x");

        farm.advance(SECOND.multipliedBy(120));

        assertThat(toppings(host)).isEqualTo("base+x+late-once");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 3600})
    void whatIsScheduledAgainAndAgainComesAtAlignedTimes(long secondsToUnload) {
        WorkflowHost host = host("one", Duration.ofSeconds(secondsToUnload));
        farm.advance(Duration.ofMinutes(7));
        host.call(Orders.REMIND_OFTEN, topping("7", "base"));
        assertThat(farm.peek(Orders.home("7")).snapshotOrThrow().header().dueAt())
                .isEqualTo(Instant.parse("2026-01-01T00:10:00Z"));

        for (int minute = 0; minute < 25; minute++) {
            farm.advance(Duration.ofMinutes(1));
        }

        assertThat(toppings(host)).isEqualTo("base+late-often+late-often+late-often");
        host.call(Orders.FORGET, topping("7", "x"));
        farm.advance(Duration.ofHours(1));
        assertThat(toppings(host)).isEqualTo("base+late-often+late-often+late-often+x");
    }

    @Test
    void timesThatPassWhileNobodyRunsAreMissed() {
        WorkflowHost host = host("one", Duration.ZERO);
        host.call(Orders.REMIND_OFTEN, topping("7", "base"));
        host.close();
        farm.advance(Duration.ofHours(5).plusMinutes(1));

        WorkflowHost later = host("two", Duration.ZERO);
        farm.advance(Duration.ofMinutes(2));

        assertThat(toppings(later)).isEqualTo("base+late-often");
        assertThat(farm.peek(Orders.home("7")).snapshotOrThrow().header().dueAt())
                .isEqualTo(Instant.parse("2026-01-01T05:10:00Z"));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 3600})
    void timesThatPassWhileATurnRunsAreMissed(long secondsToUnload) {
        List<Instant> begun = new ArrayList<>();
        Operation<Order, Topping, String> slow = Operation.mustExist("Slow", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    begun.add(turn.now());
                    farm.advance(begun.size() == 1 ? SECOND.multipliedBy(25) : Duration.ZERO);
                    return turn.become(order.with("slow")).toppings();
                });
        Operation<Order, Topping, String> begin = Operation.createOnly("Begin", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    turn.scheduleEvery("slow", SECOND.multipliedBy(10), slow, message);
                    return turn.become(new Order(message.order(), "base", 1, ""))
                            .toppings();
                });
        farm.definition = Orders.DEFINITION.with(slow, begin);
        host("one", Duration.ofSeconds(secondsToUnload)).call(begin, topping("7", ""));
        Instant first = Instant.parse("2026-01-01T00:00:10Z");

        for (int second = 0; second < 20; second++) {
            farm.advance(SECOND);
        }

        assertThat(begun).startsWith(first, first.plusSeconds(30));
    }

    @Test
    void timerWhoseTurnFailsIsTriedAgainLaterWhenTheInstanceGoesOn() {
        AtomicInteger tries = new AtomicInteger();
        Operation<Order, Topping, String> flaky = Operation.mustExist("Flaky", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    if (tries.incrementAndGet() < 3) {
                        throw new IllegalStateException("not yet");
                    }
                    return turn.become(order.with("done")).toppings();
                });
        Operation<Order, Topping, String> begin = Operation.createOnly("Begin", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    turn.become(new Order(message.order(), "base", 1, ""));
                    turn.scheduleAfter("try", SECOND, flaky, message);
                    return "";
                });
        farm.definition = Orders.DEFINITION.with(flaky, begin).onUnhandledFailure(UnhandledFailure.ABANDON);
        WorkflowHost host = farm.host(
                "one", settings -> settings.timeToUnload(Duration.ZERO).redelivery(new Backoff(SECOND, SECOND)));
        host.call(begin, topping("7", ""));

        farm.advance(Duration.ofMinutes(3));

        assertThat(toppings(host)).isEqualTo("base+done");
        assertThat(tries).hasValue(3);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 3600})
    void timerOfAnInstanceThatHasJustEndedBeginsNoOther(long secondsToUnload) {
        Operation<Order, Topping, String> end = Operation.mustExist("End", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    turn.complete();
                    return order.toppings();
                });
        Operation<Order, Topping, String> begin = Operation.createOnly("Begin", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    turn.scheduleAfter("end", SECOND, end, message);
                    turn.scheduleAfter("more", SECOND, Orders.ADD, message);
                    return turn.become(new Order(message.order(), "base", 1, ""))
                            .toppings();
                });
        farm.definition = Orders.DEFINITION.with(end, begin);
        host("one", Duration.ofSeconds(secondsToUnload)).call(begin, topping("7", "cheese"));

        farm.advance(SECOND.multipliedBy(30));

        assertThat(farm.peek(Orders.home("7"))).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    void timerWhoseTurnIsRefusedIsTriedAgainLater(ConcurrencyControl way) {
        AtomicInteger tries = new AtomicInteger();
        Operation<Order, Topping, String> fussy = Operation.mustExist("Fussy", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    if (tries.incrementAndGet() < 3) {
                        throw turn.refuse("not yet");
                    }
                    return turn.become(order.with("done")).toppings();
                });
        Operation<Order, Topping, String> begin = Operation.createOnly("Begin", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    turn.become(new Order(message.order(), "base", 1, ""));
                    turn.scheduleAfter("try", SECOND, fussy, message);
                    return "";
                });
        farm.definition = Orders.DEFINITION.with(fussy, begin).concurrency(way);
        Duration pause = Duration.ofMinutes(1);
        WorkflowHost host = farm.host(
                "one", settings -> settings.timeToUnload(Duration.ZERO).redelivery(new Backoff(pause, pause)));
        host.call(begin, topping("7", ""));

        farm.advance(SECOND.multipliedBy(25));
        assertThat(tries).hasValue(1);
        assertThat(host.call(Orders.ADD, topping("7", "cheese"))).isInstanceOf(CallOutcome.Replied.class);
        farm.advance(Duration.ofMinutes(5));

        assertThat(toppings(host)).isEqualTo("base+cheese+done");
        assertThat(tries).hasValue(3);
    }

    @Test
    void timerWhoseTurnCannotBeSavedIsTriedAgainLater() {
        AtomicInteger tries = new AtomicInteger();
        Operation<Order, Topping, String> claim = Operation.mustExist("Claim", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    if (tries.incrementAndGet() < 3) {
                        turn.associateKey(Orders.key("8"));
                    }
                    return turn.become(order.with("done")).toppings();
                });
        Operation<Order, Topping, String> begin = Operation.createOnly("Begin", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    turn.become(new Order(message.order(), "base", 1, ""));
                    turn.scheduleAfter("try", SECOND, claim, message);
                    return "";
                });
        farm.definition = Orders.DEFINITION.with(claim, begin);
        Duration pause = Duration.ofMinutes(1);
        WorkflowHost host = farm.host(
                "one", settings -> settings.timeToUnload(Duration.ZERO).redelivery(new Backoff(pause, pause)));
        host.call(Orders.ADD, topping("8", "its key is taken"));
        host.call(begin, topping("7", ""));

        farm.advance(SECOND.multipliedBy(25));
        assertThat(tries).hasValue(1);
        farm.advance(Duration.ofMinutes(5));

        assertThat(toppings(host)).isEqualTo("base+done");
        assertThat(tries).hasValue(3);
    }

    @Test
    void timerOfAnOperationThatThisReleaseDoesNotHaveIsLeftToOneThatHasIt() {
        WorkflowHost host = host("one", Duration.ZERO);
        host.call(Orders.REMIND_LATER, topping("7", "base"));
        host.close();
        WorkflowDefinition<?> whole = farm.definition;
        farm.definition = WorkflowDefinition.of(Orders.DEFINITION.identity(), StateMapping.ofRecord(Order.class))
                .with(Orders.READ);
        WorkflowHost poorer = host("two", Duration.ZERO);
        var before = farm.peek(Orders.home("7")).snapshotOrThrow().header();

        for (int i = 0; i < 150; i++) {
            farm.advance(SECOND);
        }

        var left = farm.peek(Orders.home("7")).snapshotOrThrow().header();
        assertThat(left.suspension()).isNull();
        assertThat(left.revision()).isEqualTo(before.revision());
        assertThat(left.token().value() - before.token().value())
                .as("how often it was taken in two minutes and a half")
                .isLessThan(15);
        assertThat(toppings(poorer)).isEqualTo("base");
        poorer.close();
        farm.definition = whole;
        WorkflowHost again = host("three", Duration.ZERO);
        farm.advance(SECOND.multipliedBy(10));
        assertThat(toppings(again)).isNotEqualTo("base");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 3600})
    void whatIsDueInAThousandYearsDoesNoHarm(long secondsToUnload) {
        Operation<Order, Topping, String> patient = Operation.createOnly("Patient", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> {
                    turn.scheduleAt("doomsday", Instant.parse("3026-01-01T00:00:00Z"), Orders.REMIND, message);
                    return turn.become(new Order("7", "base", 1, "")).toppings();
                });
        farm.definition = Orders.DEFINITION.with(patient);
        WorkflowHost host = host("one", Duration.ofSeconds(secondsToUnload));
        host.call(patient, topping("7", ""));

        farm.advance(Duration.ofDays(3));

        assertThat(toppings(host)).isEqualTo("base");
    }

    @Test
    void nonsenseIsRefused() {
        Operation<Order, Topping, String> create = Operation.createOnly("Create", Topping.class)
                .correlatedBy(Orders.BY_ORDER)
                .handledBy((turn, order, message) -> "");
        Turn<Order> turn = BegunTurn.of(Orders.home("7"), Instant.EPOCH);
        Topping message = topping("7", "");

        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> turn.scheduleAfter("x", SECOND, create, message))
                .withMessageContaining("only creates");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> turn.scheduleAfter(" ", SECOND, Orders.REMIND, message));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> turn.scheduleEvery("x", Duration.ZERO, Orders.REMIND, message));
    }
}
