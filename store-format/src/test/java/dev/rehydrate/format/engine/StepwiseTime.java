// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.engine;

import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** Time that passes only by what is scheduled: each task runs as soon as the one before has ended, as if its pause were over. */
final class StepwiseTime implements TimeSource {

    private final List<Duration> pauses = new ArrayList<>();
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private boolean running;
    private Instant now = Instant.parse("2026-03-03T00:00:00Z");

    List<Duration> pauses() {
        return pauses;
    }

    void pass(Duration by) {
        now = now.plus(by);
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public long nanoTime() {
        return Duration.between(Instant.EPOCH, now).toNanos();
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable task) {
        pauses.add(delay);
        waiting.add(() -> {
            pass(delay);
            task.run();
        });
        if (!running) {
            running = true;
            for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
                next.run();
            }
            running = false;
        }
        return () -> {};
    }
}
