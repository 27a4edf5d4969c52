// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.time;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Lets tasks that may run a little early run at common moments. The moments of one slack are as far apart as this slack, or up to
 * a tenth less: by how much is chosen anew in each process, so that no two processes keep in step.
 */
final class SharedMoments {

    private static final double SHORTER = 0.1;

    private final LongSupplier nanoTime;
    private final Timer timer;
    private final double stretch;
    private final long origin;
    private final Map<Long, Set<Task>> moments = new HashMap<>();

    /** Runs something once, later. */
    @FunctionalInterface
    interface Timer {
        TimeSource.Cancellable after(long nanos, Runnable task);
    }

    /** Compared by identity: the same work may be planned twice for one moment. */
    private static final class Task {

        private final Runnable work;

        private Task(Runnable work) {
            this.work = work;
        }
    }

    /**
     * Has nothing to run.
     *
     * @param nanoTime the monotonic clock
     * @param timer wakes at a moment
     * @param chance from 0 to 1, by which processes differ
     */
    SharedMoments(LongSupplier nanoTime, Timer timer, double chance) {
        this.nanoTime = nanoTime;
        this.timer = timer;
        this.stretch = 1 - SHORTER * chance;
        this.origin = nanoTime.getAsLong();
    }

    TimeSource.Cancellable schedule(long delay, long slack, Runnable work) {
        long now = nanoTime.getAsLong() - origin;
        long apart = (long) (slack * stretch);
        long moment = apart <= 0 ? now + delay : Math.floorDiv(now + delay, apart) * apart;
        if (apart <= 0 || moment <= now) {
            return timer.after(delay, work);
        }
        Task task = new Task(work);
        synchronized (moments) {
            Set<Task> tasks = moments.get(moment);
            if (tasks == null) {
                tasks = new LinkedHashSet<>();
                // First, for without a timer nothing would run what is planned here.
                timer.after(moment - now, () -> run(moment));
                moments.put(moment, tasks);
            }
            tasks.add(task);
        }
        return () -> cancel(moment, task);
    }

    private void cancel(long moment, Task task) {
        synchronized (moments) {
            Set<Task> tasks = moments.get(moment);
            if (tasks != null) {
                tasks.remove(task);
            }
        }
    }

    /** Each is handed to the timer: a task that fails takes none of the others with it. */
    private void run(long moment) {
        Set<Task> tasks;
        synchronized (moments) {
            tasks = moments.remove(moment);
        }
        if (tasks != null) {
            tasks.forEach(task -> timer.after(0, task.work));
        }
    }
}
