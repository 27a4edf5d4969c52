// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("A caller that waits")
@Timeout(20)
class WaitingCallerTest {

    private static final int ROUNDS = 2000;
    private static final int STEPS = 5;

    private final CompletableFuture<String> answer = new CompletableFuture<>();
    private final AdaptiveSpin spin = new AdaptiveSpin();
    private final List<String> ran = new CopyOnWriteArrayList<>();

    /** The thread of a caller, and what it has to say. */
    private final class Waiting {

        private final AtomicReference<Throwable> failure = new AtomicReference<>();
        private final CompletableFuture<WaitingCaller> made = new CompletableFuture<>();
        private final Thread thread = new Thread(
                () -> {
                    WaitingCaller caller = new WaitingCaller(spin);
                    made.complete(caller);
                    try {
                        caller.await(answer);
                    } catch (InterruptedException interrupted) {
                        failure.set(interrupted);
                    }
                },
                "caller");

        private WaitingCaller begun() throws InterruptedException {
            thread.start();
            WaitingCaller caller = made.join();
            while (thread.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            return caller;
        }
    }

    private Runnable step(String name) {
        return () -> ran.add(name + " in " + Thread.currentThread().getName());
    }

    private static String here(String name) {
        return name + " in " + Thread.currentThread().getName();
    }

    /** A listener may call the store, and waits in the same thread. */
    @Test
    void runsAStepThatComesWhileAnotherOneWaits() throws InterruptedException {
        Waiting waiting = new Waiting();
        WaitingCaller caller = waiting.begun();

        caller.execute(() -> {
            CompletableFuture<Void> other =
                    CompletableFuture.runAsync(() -> caller.execute(() -> answer.complete("done")));
            while (!other.isDone()) {
                Thread.onSpinWait();
            }
            // As a wait does, which may take what was meant for the one around it.
            LockSupport.parkNanos(1);
        });
        waiting.thread.join();

        assertThat(answer).isCompletedWithValue("done");
    }

    /** An answer that is there at some look, and wakes no caller: one that slept would sleep on. */
    private static final class SeenAt extends CompletableFuture<String> {

        private final int look;
        private int looks;

        private SeenAt(int look) {
            this.look = look;
        }

        @Override
        public boolean isDone() {
            looks++;
            return looks >= look;
        }
    }

    @Test
    void seesAnAnswerThatComesSoonWithoutSleeping() throws InterruptedException {
        SeenAt soon = new SeenAt(1 + AdaptiveSpin.LOOKS);

        new WaitingCaller(spin).await(soon);

        assertThat(soon.looks).isEqualTo(1 + AdaptiveSpin.LOOKS);
    }

    /** It still asks whether the answer is there: when the wait begins, and before and after it sleeps. */
    @Test
    void sleepsAtOnceIfItIsNotToLook() throws InterruptedException {
        SeenAt late = new SeenAt(Integer.MAX_VALUE);
        Thread caller = new Thread(() -> {
            try {
                new WaitingCaller(null).await(late);
            } catch (InterruptedException interrupted) {
                ran.add("interrupted");
            }
        });
        caller.start();
        while (caller.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }

        caller.interrupt();
        caller.join();

        assertThat(ran).containsExactly("interrupted");
        assertThat(late.looks).isLessThan(AdaptiveSpin.LOOKS);
    }

    /** After it was asked for when the wait began, and when the pool was told of it. */
    @Test
    void doesNotSleepIfTheAnswerComesAfterItHasSaidThatItSleeps() throws InterruptedException {
        spin.missed();
        SeenAt last = new SeenAt(3);

        new WaitingCaller(spin).await(last);

        assertThat(last.looks).isGreaterThanOrEqualTo(3);
    }

    @Test
    void runsTheStepsThatComeInTheirOrder() throws InterruptedException {
        Waiting waiting = new Waiting();
        WaitingCaller caller = waiting.begun();

        caller.execute(() -> {
            caller.execute(step("second"));
            step("first").run();
        });
        caller.execute(() -> {
            step("third").run();
            answer.complete("done");
        });
        waiting.thread.join();

        assertThat(ran)
                .containsSubsequence("first in caller", "third in caller")
                .contains("second in caller");
        assertThat(waiting.failure.get()).isNull();
    }

    @Test
    void isWokenByAnAnswerOfAnotherThread() throws InterruptedException {
        Waiting waiting = new Waiting();
        var unused = waiting.begun();

        answer.completeExceptionally(new IllegalStateException("too late"));
        waiting.thread.join();

        assertThat(waiting.failure.get()).isNull();
    }

    @Test
    void leavesToOthersWhatComesBeforeItWaitsAndAfter() throws InterruptedException {
        WaitingCaller caller = new WaitingCaller(spin);
        Thread early = new Thread(() -> caller.execute(step("early")), "engine");
        early.start();
        early.join();
        answer.complete("done");
        caller.await(answer);
        Thread late = new Thread(() -> caller.execute(step("late")), "engine");
        late.start();
        late.join();

        assertThat(ran).containsExactly("early in engine", "late in engine");
    }

    @Test
    void leavesToOthersWhatComesAfterItWasInterrupted() throws InterruptedException {
        Waiting waiting = new Waiting();
        WaitingCaller caller = waiting.begun();

        waiting.thread.interrupt();
        waiting.thread.join();
        caller.execute(step("late"));

        assertThat(waiting.failure.get()).isInstanceOf(InterruptedException.class);
        assertThat(ran).containsExactly(here("late"));
    }

    @Test
    void thatIsInterruptedBeforehandDoesNotWait() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> new WaitingCaller(spin).await(answer)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void keepsAnInterruptIfTheAnswerIsThere() throws InterruptedException {
        answer.complete("done");
        Thread.currentThread().interrupt();

        new WaitingCaller(spin).await(answer);

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void isReplacedInAPoolWhoseThreadItIs() throws InterruptedException, ExecutionException {
        ForkJoinPool pool = new ForkJoinPool(1);
        try {
            Future<?> waiting = pool.submit(() -> {
                new WaitingCaller(spin).await(answer);
                return null;
            });
            pool.execute(() -> answer.complete("done"));

            assertThat(waiting.get()).isNull();
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    @DisplayName("that leaves while steps come loses none of them, and runs none twice")
    void losesNoStep() throws InterruptedException {
        AdaptiveSpin late = new AdaptiveSpin();
        late.missed();
        for (int round = 0; round < ROUNDS; round++) {
            CompletableFuture<String> over = new CompletableFuture<>();
            // Every other caller sleeps at once.
            WaitingCaller caller = new WaitingCaller(round % 2 == 0 ? spin : late);
            AtomicInteger steps = new AtomicInteger();
            CountDownLatch ready = new CountDownLatch(2);
            List<Thread> engines = new ArrayList<>();
            ConcurrentHashMap<Integer, Integer> times = new ConcurrentHashMap<>();
            for (int engine = 0; engine < 2; engine++) {
                Thread thread = new Thread(() -> {
                    ready.countDown();
                    for (int i = 0; i < STEPS; i++) {
                        int number = steps.incrementAndGet();
                        caller.execute(() -> {
                            times.merge(number, 1, Integer::sum);
                            if (number == STEPS) {
                                over.complete("done");
                            }
                        });
                    }
                });
                thread.start();
                engines.add(thread);
            }
            assertThat(ready.await(10, TimeUnit.SECONDS)).isTrue();
            caller.await(over);
            for (Thread engine : engines) {
                engine.join();
            }

            assertThat(times)
                    .hasSize(2 * STEPS)
                    .allSatisfy((number, count) -> assertThat(count).isEqualTo(1));
        }
    }
}
