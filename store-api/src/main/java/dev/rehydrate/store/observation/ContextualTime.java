// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.observation;

import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A time source whose tasks run in the log context in which they were planned. */
public final class ContextualTime implements TimeSource {

    private final TimeSource time;

    public ContextualTime(TimeSource time) {
        this.time = time;
    }

    /** A task that will run in the log context of this moment. */
    public static Runnable keepingContext(Runnable task) {
        LogScope context = LogScope.current();
        return context.isEmpty() ? task : () -> context.during(task);
    }

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
        return time.schedule(delay, keepingContext(task));
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable task, Supplier<String> waiting) {
        return time.schedule(delay, keepingContext(task), waiting);
    }

    @Override
    public void beforeBlocking(CompletableFuture<?> answer, Supplier<String> what) {
        time.beforeBlocking(answer, what);
    }
}
