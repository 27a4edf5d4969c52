// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A deadline")
class DeadlinesTest {

    private final HandClock clock = new HandClock();
    private final Deadlines deadlines = new Deadlines(clock, UnaryOperator.identity());
    private final List<String> over = new ArrayList<>();

    @Test
    void isMetAtItsMomentAndNotBefore() {
        deadlines.set(Duration.ofSeconds(30), () -> over.add("command"));

        clock.moveTo(29_999);
        assertThat(over).isEmpty();
        clock.moveTo(30_000);

        assertThat(over).containsExactly("command");
    }

    @Test
    void isMetAtItsMomentHoweverNearThatIs() {
        deadlines.set(Duration.ZERO, () -> over.add("at once"));
        deadlines.set(Duration.ofMillis(3), () -> over.add("soon"));
        deadlines.set(Duration.ofMillis(51), () -> over.add("just after the look"));

        clock.moveTo(0);
        assertThat(over).containsExactly("at once");
        clock.moveTo(3);
        assertThat(over).containsExactly("at once", "soon");
        clock.moveTo(51);

        assertThat(over).containsExactly("at once", "soon", "just after the look");
    }

    @Test
    void ofACommandThatIsAnsweredAtOnceNeverGetsATimerOfItsOwn() {
        for (int i = 0; i < 1000; i++) {
            deadlines.set(Duration.ofSeconds(30), () -> over.add("command")).cancel();
        }

        assertThat(clock.planned).hasSize(1);
        clock.moveTo(60_000);

        assertThat(over).isEmpty();
        assertThat(clock.planned).isEmpty();
    }

    @Test
    void thatIsCalledOffAfterTheLookLeavesNothingBehind() {
        TimeSource.Cancellable deadline = deadlines.set(Duration.ofSeconds(30), () -> over.add("command"));
        clock.moveTo(1000);
        assertThat(clock.planned).hasSize(1);

        deadline.cancel();

        assertThat(clock.planned).isEmpty();
    }

    @Test
    void thatIsSetAfterALookIsLookedAtToo() {
        deadlines.set(Duration.ofSeconds(1), () -> over.add("first"));
        clock.moveTo(500);
        deadlines.set(Duration.ofSeconds(1), () -> over.add("second"));

        clock.moveTo(1500);

        assertThat(over).containsExactly("first", "second");
    }

    @Test
    void runsItsTaskInTheContextInWhichItWasSet() {
        Deadlines contextual = new Deadlines(clock, task -> {
            String of = "context of " + clock.millis;
            return () -> {
                over.add(of);
                task.run();
            };
        });
        contextual.set(Duration.ofSeconds(1), () -> over.add("first"));
        clock.moveTo(10);
        contextual.set(Duration.ofSeconds(1), () -> over.add("second"));

        clock.moveTo(2000);

        assertThat(over).containsExactly("context of 0", "first", "context of 10", "second");
    }

    /** Time in milliseconds, moved by hand. */
    private static final class HandClock implements TimeSource {

        private record Planned(long at, Runnable task) {}

        private final List<Planned> planned = new ArrayList<>();
        private long millis;

        void moveTo(long target) {
            Planned next = nextUntil(target);
            while (next != null) {
                planned.remove(next);
                millis = Math.max(millis, next.at);
                next.task.run();
                next = nextUntil(target);
            }
            millis = target;
        }

        private Planned nextUntil(long target) {
            return planned.stream()
                    .filter(each -> each.at <= target)
                    .min((one, other) -> Long.compare(one.at, other.at))
                    .orElse(null);
        }

        @Override
        public Instant instant() {
            return Instant.ofEpochMilli(millis);
        }

        @Override
        public long nanoTime() {
            return Duration.ofMillis(millis).toNanos();
        }

        @Override
        public Cancellable schedule(Duration delay, Runnable task) {
            Planned entry = new Planned(millis + delay.toMillis(), task);
            planned.add(entry);
            return () -> planned.remove(entry);
        }
    }
}
