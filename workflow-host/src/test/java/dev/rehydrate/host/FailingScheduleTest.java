// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.now;
import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.rehydrate.host.TroubledEngine.Trouble;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.slot.operation.AcquireInstance;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreHealth;
import dev.rehydrate.tck.ForwardingTime;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongBinaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Memory can be short when a timer is set: that must end nothing that is to go on for as long as the host lives. */
final class FailingScheduleTest {

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /** A lease ends after 30 s, and what it held is found within the 15 s from then on. */
    private static final Duration UNTIL_TAKEN_OVER = Duration.ofSeconds(29);
    /** After this time {@link Orders#REMIND_LATER} reminds. */
    private static final Duration DUE = Duration.ofSeconds(10);

    /** Some calls to schedule fail, as when memory is short; what a task throws is lost, as in a pool of threads. */
    private static final class ShortOfMemory extends ForwardingTime {

        private final List<Throwable> lost = new ArrayList<>();
        private long calls;
        private long firstToFail;
        private long failures;

        ShortOfMemory(TimeSource time) {
            super(time);
        }

        void fail(long first, long many) {
            calls = 0;
            firstToFail = first;
            failures = many;
        }

        @Override
        public Cancellable schedule(Duration delay, Runnable task) {
            long call = calls++;
            if (call >= firstToFail && call < firstToFail + failures) {
                throw new OutOfMemoryError("no memory is left for a timer");
            }
            return super.schedule(delay, () -> {
                try {
                    task.run();
                } catch (RuntimeException | Error failure) {
                    lost.add(failure);
                }
            });
        }
    }

    /** Runs a scenario, which says how many calls it has seen, and then once for each of these, which fails with those after it. */
    private static void failAtEach(LongBinaryOperator scenario, long failures) {
        long calls = scenario.applyAsLong(0, 0);

        assertThat(calls).isPositive();
        for (long first = 0; first < calls; first++) {
            assertThat(scenario.applyAsLong(first, failures))
                    .as("the call that was to fail was made")
                    .isGreaterThan(first);
        }
    }

    /** A farm in which one store and its host are short of memory when they are told so. */
    private static final class Troubled implements AutoCloseable {

        private final Farm farm = new Farm();
        private final ShortOfMemory time = new ShortOfMemory(farm.time);

        Troubled() {
            farm.definition = Orders.DEFINITION;
        }

        InstanceStore store() {
            return farm.store(time);
        }

        WorkflowHost hostOn(InstanceStore store) {
            return farm.host("troubled", store, settings -> settings.time(time).timeToUnload(Duration.ZERO));
        }

        /** {@return how many calls there were since they began to fail, which they do no more} */
        long endFailures() {
            long calls = time.calls;
            time.fail(0, 0);
            return calls;
        }

        String what(long first) {
            return "calls from " + first + " on have failed, and tasks with " + time.lost;
        }

        void requireReminders(WorkflowHost host, String what) {
            host.call(Orders.REMIND_LATER, topping("7", "base"));
            farm.advance(LONG);
            assertThat(reply(host.call(Orders.READ, topping("7", "")))).as(what).isEqualTo("base+late-once");
        }

        @Override
        public void close() {
            farm.close();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 3})
    void whateverCannotBeScheduledForAMomentGoesOn(long failures) {
        failAtEach(FailingScheduleTest::afterFailures, failures);
    }

    /** Some calls in a row fail while only the background work of the store and of the host runs. */
    private static long afterFailures(long first, long failures) {
        try (Troubled troubled = new Troubled()) {
            InstanceStore store = troubled.store();
            WorkflowHost host = troubled.hostOn(store);
            troubled.time.fail(first, failures);
            troubled.farm.advance(LONG);
            long calls = troubled.endFailures();

            String what = troubled.what(first);
            troubled.requireReminders(host, what);
            CompletableFuture<StoreHealth> health = store.health();
            troubled.farm.advance(PATIENCE);
            assertThat(now(health).reasons()).as(what).isEmpty();
            return calls;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2})
    @DisplayName("a health check answers, although the timer of a question cannot be set")
    void healthIsToldInAnyCase(long first) {
        try (Troubled troubled = new Troubled()) {
            InstanceStore store = troubled.store();
            troubled.time.fail(first, 1);

            CompletableFuture<StoreHealth> health = store.health();

            assertThat(now(health).reasons()).singleElement(STRING).endsWith("no memory is left for a timer");
            assertThat(troubled.endFailures()).isPositive();
            assertThat(now(store.health()).reasons()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 3})
    @DisplayName("a look for due instances that has failed is repeated, although its pause cannot be scheduled")
    void failedLookIsRepeated(long failures) {
        failAtEach(FailingScheduleTest::dueWhileTheStoreIsAway, failures);
    }

    /** The first look for an instance that is due fails, and some calls in a row from then on. */
    private static long dueWhileTheStoreIsAway(long first, long failures) {
        try (Troubled troubled = new Troubled()) {
            WorkflowHost host = troubled.hostOn(troubled.store());
            host.call(Orders.REMIND_LATER, topping("7", "base"));
            troubled.farm.advance(DUE.minus(SECOND));
            troubled.farm.engine.trouble(AcquireInstance.class, Trouble.UNAVAILABLE);
            troubled.time.fail(first, failures);
            troubled.farm.advance(LONG);
            long calls = troubled.endFailures();

            String what = troubled.what(first);
            assertThat(reply(host.call(Orders.ADD, topping("8", "base"))))
                    .as(what)
                    .isEqualTo("base");
            troubled.farm.advance(LONG);
            assertThat(reply(host.call(Orders.READ, topping("7", "")))).as(what).isEqualTo("base+late-once");
            return calls;
        }
    }

    @Test
    @DisplayName("timers fire at their time, although a look could not be scheduled once")
    void looksAtTheNextDueTime() {
        failAtEach(FailingScheduleTest::remindedAtItsTime, 1);
    }

    private static long remindedAtItsTime(long first, long failures) {
        try (Troubled troubled = new Troubled()) {
            WorkflowHost host = troubled.hostOn(troubled.store());
            host.call(Orders.ADD, topping("7", "base"));
            troubled.time.fail(first, failures);
            try {
                host.call(Orders.REMIND_LATER, topping("7", "x"));
            } catch (OutOfMemoryError | RuntimeException told) {
                troubled.time.lost.add(told);
            }
            long calls = troubled.endFailures();
            troubled.farm.advance(LONG);

            String what = troubled.what(first);
            for (int i = 0; i < 5; i++) {
                troubled.farm.advance(Duration.ofMillis(1_700));
                String order = "t" + i;
                host.call(Orders.REMIND_LATER, topping(order, "base"));
                troubled.farm.advance(DUE.plusMillis(1));
                assertThat(reply(host.call(Orders.READ, topping(order, ""))))
                        .as(what)
                        .isEqualTo("base+late-once");
            }
            return calls;
        }
    }

    @Test
    @DisplayName("what a dead host held is taken over, although a pause between two of them cannot be scheduled")
    void takenOver() {
        failAtEach(FailingScheduleTest::heirOfADeadHost, 1);
    }

    private static long heirOfADeadHost(long first, long failures) {
        try (Troubled troubled = new Troubled()) {
            Farm farm = troubled.farm;
            MortalEngine.Death death = MortalEngine.Death.never();
            WorkflowHost dead = farm.mortal("dead", death, settings -> settings.timeToUnload(LONG));
            for (int i = 0; i < 3; i++) {
                dead.call(Orders.ADD, topping("held " + i, "base"));
            }
            death.now();
            WorkflowHost heir = troubled.hostOn(troubled.store());
            farm.advance(UNTIL_TAKEN_OVER);
            troubled.time.fail(first, failures);
            farm.advance(SECOND.multipliedBy(15));
            long calls = troubled.endFailures();

            String what = troubled.what(first);
            troubled.requireReminders(heir, what);
            for (int i = 0; i < 3; i++) {
                InstanceHeader header =
                        farm.peek(Orders.home("held " + i)).snapshotOrThrow().header();
                assertThat(header.holder()).as(what).isNull();
            }
            return calls;
        }
    }
}
