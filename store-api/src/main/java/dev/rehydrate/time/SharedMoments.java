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
    private final Map<Long, Moment> moments = new HashMap<>();

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
     * What runs at one moment.
     *
     * @param tasks in the order in which they were scheduled
     * @param wake calls off what wakes the thread then
     */
    private record Moment(Set<Task> tasks, TimeSource.Cancellable wake) {}

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
            Moment shared = moments.get(moment);
            if (shared == null) {
                // First, for without a timer nothing would run what is planned here.
                TimeSource.Cancellable wake = timer.after(moment - now, () -> run(moment));
                shared = new Moment(new LinkedHashSet<>(), wake);
                moments.put(moment, shared);
            }
            shared.tasks.add(task);
        }
        return () -> cancel(moment, task);
    }

    /** The thread is not kept for a moment at which nothing runs: it would keep the classes of an application that has ended. */
    private void cancel(long moment, Task task) {
        synchronized (moments) {
            Moment shared = moments.get(moment);
            if (shared != null && shared.tasks.remove(task) && shared.tasks.isEmpty()) {
                moments.remove(moment);
                shared.wake.cancel();
            }
        }
    }

    /** Each is handed to the timer: a task that fails takes none of the others with it. */
    private void run(long moment) {
        Moment shared;
        synchronized (moments) {
            shared = moments.remove(moment);
        }
        if (shared != null) {
            shared.tasks.forEach(this::handOver);
        }
    }

    /** What the timer does not take, as when memory is short, runs here: nothing else would run it. */
    private void handOver(Task task) {
        try {
            timer.after(0, task.work);
        } catch (RuntimeException | Error notTaken) {
            runHere(task);
        }
    }

    private static void runHere(Task task) {
        try {
            task.work.run();
        } catch (RuntimeException | Error failure) {
            // Tasks of the system's time tell of their failures themselves. A failure ends what the task came from,
            // as in the timer, and not the others of this moment.
        }
    }
}
