// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.waiting.Turns.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Those that wait for one instance")
class TurnsTest {

    private static final int MANY = 50_000;

    private final Turns turns = new Turns();
    private final InstanceId id = InstanceId.random();

    @Test
    void haveTheirTurnsInTheOrderInWhichTheyCame() {
        Turn first = turns.queueFor(id);
        Turn second = turns.queueFor(id);
        Turn third = turns.queueFor(id);
        assertThat(first.comes()).isDone();
        assertThat(second.comes()).isNotDone();

        turns.end(first);
        assertThat(second.comes()).isDone();
        assertThat(third.comes()).isNotDone();

        turns.end(second);
        assertThat(third.comes()).isDone();
    }

    @Test
    void doNotWaitForThoseOfAnotherInstance() {
        turns.queueFor(id);

        assertThat(turns.queueFor(InstanceId.random()).comes()).isDone();
    }

    @Test
    void mayLeaveBeforeTheirTurn() {
        Turn first = turns.queueFor(id);
        Turn second = turns.queueFor(id);
        Turn third = turns.queueFor(id);

        turns.end(second);
        assertThat(third.comes()).isNotDone();

        turns.end(first);
        turns.end(first);
        assertThat(second.comes()).isNotDone();
        assertThat(third.comes()).isDone();
    }

    @Test
    void areFollowedByThoseWhoComeLater() {
        turns.end(turns.queueFor(id));

        assertThat(turns.queueFor(id).comes()).isDone();
    }

    @Test
    void mayAllEndTheirTurnAtOnce() {
        Turn first = turns.queueFor(id);
        AtomicInteger ended = new AtomicInteger();
        for (int i = 0; i < MANY; i++) {
            endAtOnce(turns.queueFor(id), ended);
        }

        turns.end(first);

        assertThat(ended).hasValue(MANY);
    }

    private void endAtOnce(Turn turn, AtomicInteger ended) {
        var unused = turn.comes().thenRun(() -> {
            ended.incrementAndGet();
            turns.end(turn);
        });
    }

    @Test
    void areAllServedIfTheyComeAndEndInManyThreads() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        CountDownLatch served = new CountDownLatch(MANY);
        AtomicInteger atOnce = new AtomicInteger();
        List<Integer> seen = new ArrayList<>();
        try {
            for (int i = 0; i < MANY; i++) {
                threads.execute(() -> {
                    Turn turn = turns.queueFor(id);
                    var unused = turn.comes()
                            .thenRunAsync(
                                    () -> {
                                        seen.add(atOnce.incrementAndGet());
                                        atOnce.decrementAndGet();
                                        turns.end(turn);
                                        served.countDown();
                                    },
                                    threads);
                });
            }
            assertThat(served.await(1, TimeUnit.MINUTES)).isTrue();
        } finally {
            threads.shutdownNow();
        }
        assertThat(seen).hasSize(MANY).containsOnly(1);
    }
}
