// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.engine.BeatAnswer;
import dev.rehydrate.engine.OwnerNews;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ManualTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A heartbeat takes no thread but those that carry it: nothing of it goes to the common pool, in whose place the engine starts a thread for
 * each task where there are two processors.
 */
class BeatThreadsTest {

    private static final int BEATS = 50;

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final TestFarm farm = new TestFarm();
    private final CountDownLatch end = new CountDownLatch(1);
    private final List<InstanceStore> stores = new ArrayList<>();

    private StorageEngine on(HazelcastInstance hazelcast) {
        AtomicReference<StorageEngine> opened = new AtomicReference<>();
        StoreOptions options = StoreOptions.defaults().withTime(time).withDecorator(plain -> {
            opened.set(plain);
            return plain;
        });
        stores.add(HazelcastInstanceStore.open(hazelcast, options));
        return opened.get();
    }

    /** The engine ends a listener by the common pool. */
    @AfterEach
    void close() {
        end.countDown();
        stores.forEach(InstanceStore::close);
        farm.close();
    }

    /** What is given to the common pool from now on waits, and can be counted. */
    private void keepTheCommonPool() throws InterruptedException {
        int threads = ForkJoinPool.getCommonPoolParallelism();
        CountDownLatch kept = new CountDownLatch(threads);
        for (int left = threads; left > 0; left--) {
            ForkJoinPool.commonPool().execute(() -> {
                kept.countDown();
                awaitEnd();
            });
        }
        kept.await();
    }

    private void awaitEnd() {
        try {
            end.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private static <T> T now(CompletionStage<T> answer) throws Exception {
        return answer.toCompletableFuture().get(1, TimeUnit.MINUTES);
    }

    @Test
    void nothingOfABeatGoesToTheCommonPool() throws Exception {
        // One of the two members has the table of owners.
        List<StorageEngine> engines = List.of(
                on(farm.member(HazelcastStoreOptions.builder())),
                on(farm.member(HazelcastStoreOptions.builder())),
                on(farm.client(HazelcastStoreOptions.builder())));
        OwnerId owner = OwnerId.random();
        now(engines.get(0)
                .addOwner(new OwnerRecord(
                        owner,
                        OwnerDescription.anonymous(),
                        StoreOptions.defaults().lease(),
                        0)));
        keepTheCommonPool();
        int before = ForkJoinPool.commonPool().getQueuedSubmissionCount();
        for (long beat = 1; beat <= BEATS; beat++) {
            for (StorageEngine engine : engines) {
                BeatAnswer answer = now(engine.beatAndWatch(Map.of(owner, beat), Set.of(owner), OwnerNews.UNKNOWN));
                assertThat(answer.refused()).isEmpty();
                assertThat(answer.news().beats()).isEqualTo(Map.of(owner, beat));
                assertThat(now(engine.beat(owner, beat))).isTrue();
                assertThat(now(engine.watch(Set.of(owner), OwnerNews.UNKNOWN)).beats())
                        .isEqualTo(Map.of(owner, beat));
            }
        }

        // The engine's own work may leave something there, but not once for each beat.
        assertThat(ForkJoinPool.commonPool().getQueuedSubmissionCount() - before)
                .isLessThan(BEATS);
    }
}
