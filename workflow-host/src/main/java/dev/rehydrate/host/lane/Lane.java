// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lane;

import dev.rehydrate.host.async.Failures;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One instance in this host: the queue of its jobs, and the copy of the instance that stays in memory between two jobs.
 *
 * <p>A lane is what makes turns of one instance run one after another without holding a thread. {@link #add} queues a job,
 * {@link #pump} starts the next one if none is running, and the end of a job pumps again. A job runs asynchronously: it is
 * running until its future completes, which may be after many threads have worked on it.
 *
 * <p>Two rules follow. The copy in memory ({@link #resident}) belongs to the running job: only that job may read or change it,
 * so the copy itself needs no lock. The lock of the lane guards the queue and the timers, is held for a few instructions, and
 * nothing that may call back runs under it. A job that is queued for an instance therefore never sees a half-finished turn; it
 * may find that the instance has left memory meanwhile, and then loads it again.
 */
public final class Lane {

    private final InstanceId address;
    private final Lanes lanes;
    private final Executor executor;
    private final LaneTimers timers;
    private final Deque<Job> waiting = new ArrayDeque<>();
    private boolean running;
    private boolean pumping;
    private @Nullable Resident<?> resident;
    private Set<InstanceKey> knownBy = Set.of();
    private boolean keepsPlace;

    public Lane(InstanceId address, Lanes lanes, Executor executor, LaneTimers timers) {
        this.address = address;
        this.lanes = lanes;
        this.executor = executor;
        this.timers = timers;
    }

    public InstanceId address() {
        return address;
    }

    /** Queues a job; {@link #pump} must follow. */
    public synchronized void add(Job job) {
        if (job.goesFirst()) {
            waiting.addFirst(job);
        } else {
            waiting.add(job);
        }
        if (job.isActivity()) {
            timers.idle().activity();
        }
    }

    /**
     * Removes a job from the queue; false if it does not wait there any more. If nothing else is to be done, the instance is idle
     * from now on. {@link #pump} must follow.
     */
    synchronized boolean forget(Job job) {
        boolean forgotten = waiting.remove(job);
        if (forgotten) {
            startTimers();
        }
        return forgotten;
    }

    /** Refuses all jobs that wait; the one that is running goes on. */
    void refuseWaiting(Supplier<? extends Throwable> why) {
        List<Job> refused;
        synchronized (this) {
            refused = List.copyOf(waiting);
            waiting.clear();
        }
        refused.forEach(job -> job.refused(why.get()));
    }

    /** The idle time is over. */
    void wake(Job due) {
        synchronized (this) {
            timers.idle().fired();
            waiting.add(due);
        }
        pump();
    }

    /** Queues a job that does what is due; {@link #pump} must follow unless a job of this lane is running. */
    public void addDueWork() {
        add(lanes.dueWork());
    }

    /** Does what is due for the instance, in a job of its own. */
    void work() {
        lanes.wake(address);
    }

    /**
     * Does what is due for the instance within the running job. Never fails.
     *
     * @param resident the instance
     * @return completed when nothing more is due
     */
    public CompletableFuture<Void> runDueWork(Resident<?> resident) {
        return lanes.work().run(this, resident);
    }

    /** The address at which messages with a key wait, as far as this host knows. */
    public InstanceId addressOf(InstanceKey key) {
        return lanes.addressOf(key);
    }

    /** Whether no message came since an idle job was made. */
    synchronized boolean isIdleSince(long activity) {
        return timers.idle().isCurrent(activity);
    }

    /** The copy in memory is saved; if no message came meanwhile, only the rest of the idle time remains. */
    synchronized void persistedSince(long activity) {
        if (timers.idle().isCurrent(activity)) {
            timers.idle().persisted();
        }
    }

    public synchronized @Nullable Resident<?> resident() {
        return resident;
    }

    /** Reserves a place in memory for the instance that the running job may load; false if there is none. */
    public synchronized boolean keepPlace(int limit) {
        keepsPlace = lanes.capacity().keep(limit);
        return keepsPlace;
    }

    /** Releases the reserved place if no instance was loaded. */
    public synchronized void givePlaceBack() {
        if (keepsPlace) {
            keepsPlace = false;
            lanes.capacity().giveBack();
        }
    }

    /** How many instances are in the memory of the host. */
    int inMemory() {
        return lanes.inMemory();
    }

    /** Keeps an instance in memory from now on; returns the copy that it replaces, which is older. */
    @Nullable
    Resident<?> keep(Resident<?> copy) {
        Set<InstanceKey> keys = Set.copyOf(copy.keys());
        Resident<?> older;
        Set<InstanceKey> before;
        synchronized (this) {
            older = resident;
            before = knownBy;
            resident = copy;
            knownBy = keys;
            if (older == null) {
                lanes.capacity().enter(keepsPlace);
                keepsPlace = false;
            }
        }
        if (older != null) {
            lanes.unlearn(older.id(), before);
        }
        lanes.learn(copy.id(), keys);
        return older == copy ? null : older;
    }

    /** Drops the copy from memory, whatever becomes of its hold; no other copy, which may have come meanwhile. */
    public void drop(Resident<?> copy) {
        Set<InstanceKey> before;
        synchronized (this) {
            if (resident != copy) {
                return;
            }
            before = knownBy;
            resident = null;
            knownBy = Set.of();
            lanes.capacity().leave();
        }
        lanes.unlearn(copy.id(), before);
    }

    /** Whether a job waits for the running one to end. */
    public synchronized boolean hasWaiting() {
        return !waiting.isEmpty();
    }

    /** Whether a job is running or waits. */
    public synchronized boolean hasJob() {
        return running || !waiting.isEmpty();
    }

    synchronized int jobs() {
        return waiting.size() + (running ? 1 : 0);
    }

    synchronized boolean isUnused() {
        return !running && waiting.isEmpty() && resident == null;
    }

    /**
     * Begins a queued job in this thread if it is the next one and none is running, else as {@link #pump}. Jobs that were queued
     * meanwhile are begun by the executor.
     */
    public void pumpHere(Job own) {
        boolean isNext;
        synchronized (this) {
            isNext = !running && waiting.peek() == own;
            if (isNext) {
                waiting.remove();
                running = true;
            }
        }
        if (isNext) {
            begin(own);
        } else {
            pump();
        }
    }

    /**
     * Begins the next job if none is running. Threads of the application may run it at once, or refuse it; then the one that
     * follows is begun here too, and not on the stack of the one before.
     */
    public void pump() {
        for (Job next = next(false); next != null; next = next(true)) {
            try {
                Job begun = next;
                executor.execute(() -> begin(begun));
            } catch (RuntimeException | Error full) {
                next.refused(full);
                settle(false);
            }
        }
    }

    /** {@return the job that is running from now on; null if there is none, one is running, or another call pumps} */
    private synchronized @Nullable Job next(boolean pumps) {
        if (pumping && !pumps) {
            return null;
        }
        Job next = running ? null : waiting.poll();
        pumping = next != null;
        running |= pumping;
        return next;
    }

    private void begin(Job job) {
        CompletableFuture<Void> end = Failures.caught(() -> job.run(this));
        var unused = end.whenComplete((done, failure) -> {
            settle(true);
            pump();
        });
    }

    /** Guarded by this lane. */
    private void startTimers() {
        if (resident == null || running || !waiting.isEmpty()) {
            return;
        }
        Job due = timers.start(this, resident);
        if (due != null) {
            waiting.add(due);
        }
    }

    /** The pause after a refusal is over: what the instance does without a message is tried again, unless it has a job by now. */
    void goOn() {
        synchronized (this) {
            timers.refusal().fired();
            if (!lanes.hasStopped()) {
                startTimers();
            }
        }
        pump();
    }

    /** The running job has ended, or was refused. */
    private void settle(boolean ran) {
        boolean unused;
        synchronized (this) {
            running = false;
            if (ran) {
                timers.refusal().over();
                startTimers();
            } else if (resident != null && waiting.isEmpty() && !lanes.hasStopped()) {
                timers.refusal().start(this);
            }
            if (resident == null) {
                timers.cancel();
            }
            unused = waiting.isEmpty() && resident == null;
        }
        if (unused) {
            lanes.removeIfUnused(this);
        }
    }
}
