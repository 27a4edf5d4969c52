// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.waiting;

import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The deadlines of commands. A timer costs a lock that all callers share, and nearly every command is answered before it
 * would be of use: so only those get one that still run at the next check, which is a little after they began.
 */
public final class Deadlines {

    private static final Duration UNTIL_LOOK = Duration.ofMillis(50);

    private final TimeSource time;
    private final UnaryOperator<Runnable> context;
    private final Set<Watched> watched = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean lookIsComing = new AtomicBoolean();

    /**
     * Sets none yet.
     *
     * @param time how time passes
     * @param context gives a task what the thread that sets its deadline has; the thread that looks has it not
     */
    public Deadlines(TimeSource time, UnaryOperator<Runnable> context) {
        this.time = time;
        this.context = context;
    }

    /**
     * Runs a task at a deadline, exactly then.
     *
     * @param timeout how long from now
     * @param task what to run
     * @return calls it off
     */
    public TimeSource.Cancellable set(Duration timeout, Runnable task) {
        if (timeout.compareTo(UNTIL_LOOK) <= 0) {
            return time.schedule(timeout, context.apply(task));
        }
        Watched entry = new Watched(timeout, time.nanoTime(), context.apply(task));
        watched.add(entry);
        if (!lookIsComing.get() && lookIsComing.compareAndSet(false, true)) {
            time.schedule(UNTIL_LOOK, this::look);
        }
        return entry;
    }

    /** A deadline that is added from here on sees that no check is scheduled, and schedules one. */
    private void look() {
        lookIsComing.set(false);
        watched.forEach(Watched::getTimer);
    }

    private final class Watched implements TimeSource.Cancellable {

        private final Duration timeout;
        private final long setAt;
        private final Runnable task;
        private boolean calledOff;
        private TimeSource.@Nullable Cancellable timer;

        Watched(Duration timeout, long setAt, Runnable task) {
            this.timeout = timeout;
            this.setAt = setAt;
            this.task = task;
        }

        private void getTimer() {
            watched.remove(this);
            synchronized (this) {
                if (!calledOff) {
                    timer = time.schedule(timeout.minusNanos(time.nanoTime() - setAt), task);
                }
            }
        }

        @Override
        public void cancel() {
            watched.remove(this);
            synchronized (this) {
                calledOff = true;
                if (timer != null) {
                    timer.cancel();
                }
            }
        }
    }
}
