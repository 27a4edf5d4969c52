// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind;

import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The thread that writes behind: from time to time, and when it is asked to. */
final class WriterThread {

    private static final String STOPPED = "this member has stopped";
    private static final long PAUSE_MILLIS = 200;
    private static final long LONGEST_SECONDS = 60;

    private final BehindWriter writer;
    private final Duration period;
    private final TimeSource time;
    private final ExecutorService executor = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "rehydrate-behind");
        thread.setDaemon(true);
        return thread;
    });
    private TimeSource.@Nullable Cancellable next;
    private boolean stopped;

    WriterThread(BehindWriter writer, Duration period, TimeSource time) {
        this.writer = writer;
        this.period = period;
        this.time = time;
    }

    /** Writes for the first time when a period is over. */
    synchronized void start() {
        if (!stopped) {
            next = time.schedule(period, () -> {
                try {
                    executor.execute(this::writeAndGoOn);
                } catch (RejectedExecutionException ended) {
                    stop();
                }
            });
        }
    }

    private void writeAndGoOn() {
        try {
            writer.write();
        } finally {
            start();
        }
    }

    /** Writes now. {@return why not all is written that was noted before, or null if it is} */
    @Nullable
    String flush() {
        try {
            return CompletableFuture.supplyAsync(writer::write, executor).get(LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException slow) {
            return "the database has taken more than " + LONGEST_SECONDS + " s";
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return STOPPED;
        } catch (RejectedExecutionException | ExecutionException ended) {
            return STOPPED;
        }
    }

    /** Writes until all is written that was noted before. */
    void writeAll(Duration patience) {
        long end = time.nanoTime() + patience.toNanos();
        boolean left = flush() != null;
        while (left && time.nanoTime() < end && Pause.passed(PAUSE_MILLIS)) {
            left = flush() != null;
        }
    }

    synchronized void stop() {
        stopped = true;
        if (next != null) {
            next.cancel();
        }
        executor.shutdown();
    }
}
