// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli;

import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Time that passes while a command watches owners, and stands still otherwise.
 *
 * @param time the time that is moved
 */
record PassingTime(ManualTime time) implements TimeSource {

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
        if (what.get().equals("the heartbeats of owners")) {
            time.advance(Duration.ofMillis(250));
        }
    }
}
