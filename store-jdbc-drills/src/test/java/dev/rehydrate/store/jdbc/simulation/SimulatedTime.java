// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.simulation;

import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;

/**
 * The time of one simulated process. What it schedules runs in the one thread that moves the shared time, and is dropped once the
 * process has crashed.
 */
final class SimulatedTime implements TimeSource {

    private final ManualTime shared;
    private final BooleanSupplier alive;

    SimulatedTime(ManualTime shared, BooleanSupplier alive) {
        this.shared = shared;
        this.alive = alive;
    }

    @Override
    public Instant instant() {
        return shared.instant();
    }

    @Override
    public long nanoTime() {
        return shared.nanoTime();
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable task) {
        return shared.schedule(delay, () -> {
            if (alive.getAsBoolean()) {
                task.run();
            }
        });
    }
}
