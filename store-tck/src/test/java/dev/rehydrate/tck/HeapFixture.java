// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** Stores on heap engines of one kind, sane or broken, over the same data. */
public final class HeapFixture implements StoreFixture {

    private final HeapEngine.Data data = new HeapEngine.Data();
    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final BiFunction<HeapEngine.Data, InstantSource, HeapEngine> engines;
    private final UnaryOperator<StoreOptions> settings;

    public HeapFixture(BiFunction<HeapEngine.Data, InstantSource, HeapEngine> engines) {
        this(engines, UnaryOperator.identity());
    }

    HeapFixture(BiFunction<HeapEngine.Data, InstantSource, HeapEngine> engines, UnaryOperator<StoreOptions> settings) {
        this.engines = engines;
        this.settings = settings;
    }

    @Override
    public InstanceStore open(StoreOptions options) {
        return new InstanceStore(engines.apply(data, options.time()), settings.apply(options)) {};
    }

    @Override
    public ManualTime time() {
        return time;
    }

    @Override
    public void close() {
        // Nothing but memory.
    }
}
