// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ManualTimeTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final ManualTime time = ManualTime.startingAt(START);
    private final List<String> ran = new ArrayList<>();

    @Test
    void bothClocksMoveTogether() {
        long before = time.nanoTime();

        time.advance(Duration.ofSeconds(90));

        assertThat(time.instant()).isEqualTo(START.plusSeconds(90));
        assertThat(time.nanoTime() - before).isEqualTo(Duration.ofSeconds(90).toNanos());
    }

    @Test
    void aJumpMovesTheWallClockOnlyAndRunsNothing() {
        note("task", 1);
        long before = time.nanoTime();

        time.jumpWallClock(Duration.ofDays(-1));

        assertThat(time.instant()).isEqualTo(START.minus(Duration.ofDays(1)));
        assertThat(time.nanoTime()).isEqualTo(before);
        assertThat(ran).isEmpty();
    }

    @Test
    void tasksRunInOrderEachAtItsOwnMoment() {
        note("late", 5);
        note("early", 2);
        note("early too", 2);

        time.advance(Duration.ofSeconds(10));

        assertThat(ran).containsExactly("early@2", "early too@2", "late@5");
        assertThat(time.instant()).isEqualTo(START.plusSeconds(10));
    }

    @Test
    void aTaskThatIsNotDueWaits() {
        note("task", 5);

        time.advance(Duration.ofMillis(4_999));

        assertThat(ran).isEmpty();
        assertThat(time.untilNextTask()).contains(Duration.ofMillis(1));
    }

    @Test
    void whatATaskSchedulesRunsInTheSameMoveIfItIsDue() {
        time.schedule(Duration.ofSeconds(1), () -> note("second", 2));

        time.advance(Duration.ofSeconds(3));

        assertThat(ran).containsExactly("second@3");
    }

    @Test
    void aTaskWithoutDelayRunsWithTheNextMoveEvenIfItIsNone() {
        note("at once", 0);
        assertThat(ran).isEmpty();

        time.advance(Duration.ZERO);

        assertThat(ran).containsExactly("at once@0");
    }

    @Test
    void aCancelledTaskNeverRuns() {
        TimeSource.Cancellable task = time.schedule(Duration.ofSeconds(1), () -> ran.add("task"));

        task.cancel();
        task.cancel();
        time.advance(Duration.ofSeconds(2));

        assertThat(ran).isEmpty();
        assertThat(time.untilNextTask()).isEmpty();
    }

    @Test
    void forEverCanBeScheduledAndIsNeverReached() {
        time.advance(Duration.ofSeconds(1));
        time.schedule(Duration.ofSeconds(Long.MAX_VALUE), () -> ran.add("never"));

        time.advance(Duration.ofDays(1000));

        assertThat(ran).isEmpty();
    }

    @Test
    void timeDoesNotGoBack() {
        assertThatThrownBy(() -> time.advance(Duration.ofNanos(-1))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void manyThreadsMayScheduleAndMove() throws InterruptedException {
        AtomicInteger count = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        for (int i = 0; i < 1000; i++) {
            threads.execute(() -> time.schedule(Duration.ofMillis(1), count::incrementAndGet));
            threads.execute(() -> time.advance(Duration.ofMillis(1)));
        }
        threads.shutdown();

        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        time.advance(Duration.ofMillis(1));
        assertThat(count).hasValue(1000);
        assertThat(time.instant()).isEqualTo(START.plusMillis(1001));
    }

    private void note(String name, int seconds) {
        time.schedule(
                Duration.ofSeconds(seconds),
                () -> ran.add(
                        name + "@" + Duration.between(START, time.instant()).toSeconds()));
    }
}
