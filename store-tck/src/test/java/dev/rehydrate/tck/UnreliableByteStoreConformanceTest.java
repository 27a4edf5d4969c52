// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.format.engine.CompareAndSwapEngine;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.example.MapByteStore;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;

/**
 * The compare-and-swap engine keeps every rule on a byte store whose writes lose races and are not answered. Which write meets
 * which trouble depends on the order in which threads come, so each run tries others.
 */
final class UnreliableByteStoreConformanceTest extends InstanceStoreConformance {

    private static final AtomicLong TROUBLES = new AtomicLong();

    @Override
    protected StoreFixture newFixture() {
        return new Fixture();
    }

    @AfterAll
    static void thereWasTrouble() {
        assertThat(TROUBLES).hasValueGreaterThan(1000);
    }

    private static final class Fixture extends SteppingFixture {

        private final MapByteStore.Data data = new MapByteStore.Data();
        private final ExecutorService threads = Executors.newFixedThreadPool(3);
        private final UnreliableByteStore.Weather weather = new UnreliableByteStore.Weather(new SplittableRandom(17));

        Fixture() {
            super(Instant.parse("2026-01-01T00:00:00Z"));
        }

        @Override
        protected InstanceStore openStore(StoreOptions options) {
            UnreliableByteStore bytes = new UnreliableByteStore(new MapByteStore(data), weather, threads);
            return new InstanceStore(new CompareAndSwapEngine(bytes, options.time()), options) {};
        }

        @Override
        public void close() {
            threads.shutdownNow();
            TROUBLES.addAndGet(weather.troubles());
        }
    }
}
