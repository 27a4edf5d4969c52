// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.commit;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/** When a command is tried again after the database failed: after pauses that double and are drawn at random, until a deadline. */
public final class Retries {

    private static final Duration SHORTEST = Duration.ofMillis(10);
    private static final int DOUBLINGS = 7;
    /** A patience of 'for ever' has no nanosecond form. */
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private final TimeSource time;
    private final long patience;
    private final RandomGenerator random;
    private final AtomicInteger paused = new AtomicInteger();
    private final Set<Pause> pauses = ConcurrentHashMap.newKeySet();

    /**
     * Makes the rule.
     *
     * @param time schedules what comes after a pause
     * @param patience for how long a command is tried again after it was submitted
     * @param random draws the pauses; used by one thread at a time, although lanes share it
     */
    public Retries(TimeSource time, Duration patience, RandomGenerator random) {
        this.time = time;
        this.patience = (patience.compareTo(LONGEST) < 0 ? patience : LONGEST).toNanos();
        this.random = random;
    }

    /** {@return how many commands pause just now} */
    public int paused() {
        return paused.get();
    }

    long now() {
        return time.nanoTime();
    }

    boolean isOver(long since) {
        return time.nanoTime() - since > patience;
    }

    /** Puts commands back after a pause, of which nothing was done; fails those whose deadline is over. */
    void later(List<Pending<?>> commands, DatabaseException failure, CommandQueue queue) {
        List<Pending<?>> again = new ArrayList<>();
        int failures = 1;
        for (Pending<?> command : commands) {
            if (isOver(command.since())) {
                command.fail(new StorageException(Effect.NONE, String.valueOf(failure.getMessage()), failure));
            } else {
                again.add(command);
                failures = Math.max(failures, command.countFailure());
            }
        }
        if (!again.isEmpty()) {
            later(failures, again.size(), () -> queue.putBack(again));
        }
    }

    /**
     * Runs the next attempt after a pause.
     *
     * @param failures how many attempts have failed, at least 1
     * @param commands how many commands pause
     */
    void later(int failures, int commands, Runnable attempt) {
        Pause pause = new Pause(commands, attempt);
        paused.addAndGet(commands);
        pauses.add(pause);
        time.schedule(pauseAfter(failures), pause::end);
    }

    /** Ends all pauses now, so that lanes that are closed answer what pauses. */
    public void endPauses() {
        List.copyOf(pauses).forEach(Pause::end);
    }

    /** Commands that wait for their next attempt. Ends once, by its timer or by the end of the lanes. */
    private final class Pause {

        private final int commands;
        private final Runnable attempt;

        Pause(int commands, Runnable attempt) {
            this.commands = commands;
            this.attempt = attempt;
        }

        void end() {
            if (pauses.remove(this)) {
                paused.addAndGet(-commands);
                attempt.run();
            }
        }
    }

    private Duration pauseAfter(int failures) {
        long longest = SHORTEST.toNanos() << Math.min(DOUBLINGS, failures - 1);
        synchronized (random) {
            return Duration.ofNanos(random.nextLong(longest / 2, longest + 1));
        }
    }
}
