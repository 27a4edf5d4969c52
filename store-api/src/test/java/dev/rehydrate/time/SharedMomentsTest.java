// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SharedMomentsTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private long now = 77 * SECOND;
    private final List<Long> wakes = new ArrayList<>();
    private final List<Runnable> woken = new ArrayList<>();
    private final SharedMoments moments = moments(0);
    private final List<String> ran = new ArrayList<>();
    private int notTaken;

    private SharedMoments moments(double chance) {
        return new SharedMoments(
                () -> now,
                (nanos, task) -> {
                    if (nanos == 0 && notTaken-- > 0) {
                        throw new InternalError("no memory is left for a timer");
                    } else if (nanos == 0) {
                        task.run();
                    } else {
                        wakes.add(now + nanos);
                        woken.add(task);
                    }
                    long wake = now + nanos;
                    return () -> wakes.remove(wake);
                },
                chance);
    }

    @Test
    void tasksWhosePeriodsEndWithinOneSlackWakeTheThreadOnce() {
        moments.schedule(10 * SECOND, SECOND, () -> ran.add("first"));
        now += SECOND / 3;
        moments.schedule(10 * SECOND, SECOND, () -> ran.add("second"));
        now += SECOND / 3;
        moments.schedule(10 * SECOND, SECOND, () -> ran.add("third"));

        assertThat(wakes).hasSize(1);
        woken.get(0).run();
        assertThat(ran).containsExactly("first", "second", "third");
    }

    @Test
    void noneRunsLateAndNoneEarlierThanItsSlack() {
        for (int i = 0; i < 1_000; i++) {
            now += 12_345_678;
            wakes.clear();
            moments.schedule(10 * SECOND, SECOND, () -> {});

            assertThat(wakes).allSatisfy(at -> assertThat(at - now).isBetween(9 * SECOND, 10 * SECOND));
        }
    }

    @Test
    void periodsOfTwoProcessesAreNotTheSame() {
        moments.schedule(10 * SECOND, SECOND, () -> {});
        moments(0.5).schedule(10 * SECOND, SECOND, () -> {});

        assertThat(wakes).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void whatIsCalledOffDoesNotRunAndTheOthersDo() {
        TimeSource.Cancellable calledOff = moments.schedule(10 * SECOND, SECOND, () -> ran.add("called off"));
        moments.schedule(10 * SECOND, SECOND, () -> ran.add("other"));

        calledOff.cancel();
        woken.get(0).run();

        assertThat(ran).containsExactly("other");
    }

    /** A thread that waits for it would keep the classes of an application that has ended. */
    @Test
    void theThreadIsNotWokenForAMomentOfWhichAllIsCalledOff() {
        TimeSource.Cancellable one = moments.schedule(10 * SECOND, SECOND, () -> ran.add("one"));
        TimeSource.Cancellable other = moments.schedule(10 * SECOND, SECOND, () -> ran.add("other"));

        one.cancel();
        assertThat(wakes).hasSize(1);
        other.cancel();
        assertThat(wakes).isEmpty();

        moments.schedule(10 * SECOND, SECOND, () -> ran.add("later"));
        one.cancel();
        assertThat(wakes).hasSize(1);
        woken.get(1).run();
        assertThat(ran).containsExactly("later");
    }

    /** All stores of a process renew their leases at such a moment. */
    @Test
    void whatTheTimerDoesNotTakeRunsAllTheSameAndTakesNoneOfTheOthersWithIt() {
        notTaken = 2;
        moments.schedule(10 * SECOND, SECOND, () -> {
            ran.add("first");
            throw new InternalError("nor is any for this");
        });
        moments.schedule(10 * SECOND, SECOND, () -> ran.add("second"));
        moments.schedule(10 * SECOND, SECOND, () -> ran.add("third"));

        woken.get(0).run();

        assertThat(ran).containsExactly("first", "second", "third");
    }

    @Test
    void whatMayNotRunEarlyRunsWhenItsDelayIsOver() {
        moments.schedule(10 * SECOND, 0, () -> {});
        moments.schedule(SECOND / 2, SECOND, () -> {});

        assertThat(wakes).containsExactly(now + 10 * SECOND, now + SECOND / 2);
    }
}
