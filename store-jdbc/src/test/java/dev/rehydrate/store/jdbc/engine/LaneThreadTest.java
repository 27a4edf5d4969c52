// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
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
}
