// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LaneThreadTest {

    private static final int GROUPS = 3;
    private static final long LONG_SECONDS = 20;

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"
    }) // As code in other languages throws what it does not declare.
    private static <T extends Throwable> T undeclared(Throwable failure) throws T {
        throw (T) failure;
    }

    @ParameterizedTest
    @ValueSource(classes = {IllegalStateException.class, StackOverflowError.class, IOException.class})
    void goesOnWhateverAGroupThrows(Class<? extends Throwable> thrown) throws Exception {
        Throwable failure = thrown.getConstructor().newInstance();
        CountDownLatch groups = new CountDownLatch(GROUPS);
        CountDownLatch ended = new CountDownLatch(1);
        LaneThread lane = new LaneThread("lane-" + thrown.getSimpleName());
        lane.start(
                () -> {
                    if (groups.getCount() == 0) {
                        return false;
                    }
                    groups.countDown();
                    throw LaneThreadTest.<RuntimeException>undeclared(failure);
                },
                ended::countDown);

        assertThat(groups.await(LONG_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(ended.getCount()).isEqualTo(1);
        lane.close();
        assertThat(ended.getCount()).isZero();
    }

    @Test
    void aGroupThatLeavesTheThreadInterruptedConcernsNoOther() throws Exception {
        AtomicBoolean first = new AtomicBoolean(true);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        LaneThread lane = new LaneThread("lane-interrupted");
        lane.start(
                () -> {
                    if (first.getAndSet(false)) {
                        Thread.currentThread().interrupt();
                        return true;
                    }
                    interrupted.complete(Thread.currentThread().isInterrupted());
                    return false;
                },
                () -> {});

        assertThat(interrupted.get(LONG_SECONDS, TimeUnit.SECONDS)).isFalse();
        lane.close();
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(LONG_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    private static Thread running(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void awaitParked(Thread lane) {
        Awaitility.await("the lane has nothing to do")
                .atMost(Duration.ofSeconds(LONG_SECONDS))
                .until(() -> lane.getState() == Thread.State.WAITING);
    }

    /** A lane that did not park would use up a processor; one that is not woken would answer at the end of the store only. */
    @Test
    void parksWhileNothingWaitsAndTakesWhatComes() throws Exception {
        BlockingQueue<CountDownLatch> groups = new LinkedBlockingQueue<>();
        LaneThread lane = new LaneThread("lane-parks");
        lane.start(
                () -> {
                    CountDownLatch group = groups.poll();
                    if (group != null) {
                        group.countDown();
                    }
                    return group != null;
                },
                () -> {});
        Thread thread = running("lane-parks");
        assertThat(thread.isDaemon())
                .as("a process may end without closing its store")
                .isTrue();

        for (int i = 0; i < GROUPS; i++) {
            awaitParked(thread);
            CountDownLatch taken = new CountDownLatch(2);
            groups.add(taken);
            groups.add(taken);
            lane.wakeUp();
            assertThat(taken.await(LONG_SECONDS, TimeUnit.SECONDS)).isTrue();
        }
        awaitParked(thread);
        lane.close();
    }

    @Test
    void aLaneThatHasNothingToDoEndsAtOnceWhenItIsClosed() {
        AtomicBoolean ended = new AtomicBoolean();
        LaneThread lane = new LaneThread("lane-closed");
        lane.start(() -> false, () -> ended.set(true));
        awaitParked(running("lane-closed"));

        lane.close();

        Awaitility.await("its end").atMost(Duration.ofSeconds(LONG_SECONDS)).untilTrue(ended);
    }

    /** The thread that closes a store may be interrupted, as that of a shutdown is; its caller has to see it. */
    @Test
    void anInterruptOfTheThreadThatClosesItIsKept() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        LaneThread lane = new LaneThread("lane-busy");
        lane.start(
                () -> {
                    assertThat(await(goOn)).isTrue();
                    return false;
                },
                () -> {});

        Thread.currentThread().interrupt();
        lane.close();

        assertThat(Thread.interrupted()).isTrue();
        goOn.countDown();
    }
}
