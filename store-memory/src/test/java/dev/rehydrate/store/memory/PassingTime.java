// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Time that passes while a call waits, and stands still otherwise: a machine that stops for a while takes nothing of the time that a call has.
 */
final class PassingTime implements TimeSource {

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));

    @Override
    public Instant instant() {
        return time.instant();
    }

    @Override
    public long nanoTime() {
        return time.nanoTime();
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable task) {
        return time.schedule(delay, task);
    }

    @Override
    public void beforeBlocking(CompletableFuture<?> answer, Supplier<String> what) {
        while (!answer.isDone() && !Thread.currentThread().isInterrupted()) {
            time.advance(
                    time.untilNextTask().orElseThrow(() -> new IllegalStateException("nothing ends " + what.get())));
        }
    }
}
