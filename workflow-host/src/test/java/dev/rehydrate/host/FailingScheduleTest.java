// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.now;
import static dev.rehydrate.host.Farm.reply;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreHealth;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Memory can be short when a timer is set: that must end nothing that is to go on for as long as the host lives. */
final class FailingScheduleTest {

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Some calls to schedule fail, as when memory is short; what a task throws is lost, as in a pool of threads. */
    private static final class ShortOfMemory implements TimeSource {

        private final TimeSource time;
        private final List<Throwable> lost = new ArrayList<>();
        private long calls;
        private long firstToFail;
        private long failures;

        ShortOfMemory(TimeSource time) {
            this.time = time;
        }

        void fail(long first, long many) {
            calls = 0;
            firstToFail = first;
            failures = many;
        }

        @Override
        public Instant instant() {
            return time.instant();
        }

        @Override
        public long nanoTime() {
            return time.nanoTime();
        }

        @Override
        public Cancellable schedule(Duration delay, Runnable task) {
            long call = calls++;
            if (call >= firstToFail && call < firstToFail + failures) {
                throw new OutOfMemoryError("no memory is left for a timer");
            }
            return time.schedule(delay, () -> {
                try {
                    task.run();
                } catch (RuntimeException | Error failure) {
                    lost.add(failure);
                }
            });
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 3})
    void whateverCannotBeScheduledForAMomentGoesOn(long failures) {
        long calls = afterFailures(0, 0);

        assertThat(calls).isPositive();
        for (long first = 0; first < calls; first++) {
            afterFailures(first, failures);
        }
    }

    /** Some calls in a row fail while only the background work of the store and of the host runs. */
    private static long afterFailures(long first, long failures) {
        try (Farm farm = new Farm()) {
            farm.definition = Orders.DEFINITION;
            ShortOfMemory time = new ShortOfMemory(farm.time);
            InstanceStore store = farm.store(time);
            WorkflowHost host =
                    farm.host("one", store, settings -> settings.time(time).timeToUnload(Duration.ZERO));
            time.fail(first, failures);
            farm.advance(LONG);
            long calls = time.calls;
            time.fail(0, 0);

            String what = "calls from " + first + " on have failed, and tasks with " + time.lost;
            host.call(Orders.REMIND_LATER, topping("7", "base"));
            farm.advance(LONG);
            assertThat(reply(host.call(Orders.READ, topping("7", "")))).as(what).isEqualTo("base+late-once");
            CompletableFuture<StoreHealth> health = store.health();
            farm.advance(PATIENCE);
            assertThat(now(health).reasons()).as(what).isEmpty();
            return calls;
        }
    }
}
