// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.typed.InstanceAccessException;
import dev.rehydrate.typed.Instances;
import dev.rehydrate.typed.LockedInstance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many threads on two stores over the same data. */
final class TypedRaceTest {

    private static final int THREADS = 16;
    private static final int ROUNDS = 60;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final MemoryData data = new MemoryData();
    private final List<InstanceStore> stores = List.of(
            MemoryInstanceStore.open(data, StoreOptions.defaults()),
            MemoryInstanceStore.open(data, StoreOptions.defaults()));
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final InstanceKey key = InstanceKey.of("test", "a counter");

    @AfterEach
    void close() {
        threads.shutdownNow();
        stores.forEach(InstanceStore::close);
    }

    private Instances<Integer> counters(int thread) {
        return stores.get(thread % stores.size())
                .instances("Counter", Integer.class)
                .withTimeout(PATIENCE);
    }

    private interface Work {
        void run(int thread) throws Exception;
    }

    private void race(Work work) throws Exception {
        List<Callable<Object>> all = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            all.add(() -> {
                work.run(thread);
                return thread;
            });
        }
        for (Future<Object> each : threads.invokeAll(all, PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            each.get();
        }
    }

    @Test
    void noUpdateIsLost() throws Exception {
        counters(0).create(key, 0);

        race(thread -> {
            for (int i = 0; i < ROUNDS; i++) {
                counters(thread).update(key, count -> count + 1);
            }
        });

        assertThat(counters(0).read(key)).contains(THREADS * ROUNDS);
    }

    @Test
    void noUpdateIsLostBesideLocks() throws Exception {
        counters(0).create(key, 0);

        race(thread -> {
            for (int i = 0; i < ROUNDS / 4; i++) {
                if (thread % 4 < 2) {
                    counters(thread).update(key, count -> count + 1);
                    continue;
                }
                try (LockedInstance<Integer> locked = counters(thread).lock(key)) {
                    locked.save(locked.state() + 1);
                }
            }
        });

        assertThat(counters(0).read(key)).contains(THREADS * (ROUNDS / 4));
    }

    @Test
    void oneOfManyCreates() throws Exception {
        AtomicInteger created = new AtomicInteger();

        race(thread -> {
            try {
                counters(thread).create(key, thread);
                created.incrementAndGet();
            } catch (InstanceAccessException.AlreadyExists lostTheRace) {
                assertThat(counters(thread).read(key)).isPresent();
            }
        });

        assertThat(created).hasValue(1);
    }

    /** A command that is overtaken by the end of a life may be answered as unknown, and then tells nothing. */
    @Test
    void eachLifeIsEndedOnce() throws Exception {
        AtomicInteger begun = new AtomicInteger();
        AtomicInteger ended = new AtomicInteger();
        AtomicInteger unknown = new AtomicInteger();

        race(thread -> {
            for (int i = 0; i < ROUNDS / 4; i++) {
                try {
                    counters(thread).createOrUpdate(key, seen -> {
                        seen.ifPresentOrElse(count -> {}, begun::incrementAndGet);
                        return seen.orElse(0) + 1;
                    });
                    if (counters(thread).complete(key)) {
                        ended.incrementAndGet();
                    }
                } catch (InstanceAccessException.OutcomeUnknown overtaken) {
                    unknown.incrementAndGet();
                }
            }
        });
        boolean last = counters(0).complete(key);

        assertThat(ended.get() + (last ? 1 : 0)).isPositive().isLessThanOrEqualTo(begun.get());
        assertThat(counters(0).read(key)).isEmpty();
        assertThat(unknown).hasValueLessThan(THREADS * (ROUNDS / 4));
    }
}
