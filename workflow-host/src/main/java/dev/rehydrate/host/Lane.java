// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One instance in this host: the jobs that wait for it, one running at a time, and the copy in memory between them. The copy
 * belongs to the running job.
 */
final class Lane {

    private final InstanceId address;
    private final Lanes lanes;
    private final Executor executor;
    private final IdleTimer idle;
    private final WakeTimer wake;
    private final Deque<Job> waiting = new ArrayDeque<>();
    private boolean running;
    private @Nullable Resident<?> resident;
    private Set<InstanceKey> knownBy = Set.of();
    private boolean keepsPlace;

    Lane(InstanceId address, Lanes lanes, Executor executor, IdleTimer idle, WakeTimer wake) {
        this.address = address;
        this.lanes = lanes;
        this.executor = executor;
        this.idle = idle;
        this.wake = wake;
    }

    InstanceId address() {
        return address;
    }

    /** Lets a job wait; {@link #pump} must follow. */
    synchronized void add(Job job) {
        waiting.add(job);
        if (job.isActivity()) {
            idle.activity();
        }
    }

    /** A job need not wait any more, if it still does. */
    synchronized void forget(Job job) {
        waiting.remove(job);
    }

    /** The idle time is over. */
    void wake(Job due) {
        synchronized (this) {
            idle.fired();
            waiting.add(due);
        }
        pump();
    }

    /** Something is to be done for the instance. */
    void work() {
        add(lanes.work());
        pump();
    }

    /** Whether no message came since an idle job was made. */
    synchronized boolean isIdleSince(long activity) {
        return idle.isCurrent(activity);
    }

    /** The copy in memory is saved; if no message came meanwhile, only the rest of the idle time remains. */
    synchronized void persistedSince(long activity) {
        if (idle.isCurrent(activity)) {
            idle.persisted();
        }
    }

    synchronized @Nullable Resident<?> resident() {
        return resident;
    }

    /** Keeps a place in memory for what the running job may bring; false if there is none. */
    synchronized boolean keepPlace(int limit) {
        keepsPlace = lanes.room().keep(limit);
        return keepsPlace;
    }

    /** Gives the place back if nothing has come. */
    synchronized void givePlaceBack() {
        if (keepsPlace) {
            keepsPlace = false;
            lanes.room().giveBack();
        }
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
                lanes.room().enter(keepsPlace);
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
    void drop(Resident<?> copy) {
        Set<InstanceKey> before;
        synchronized (this) {
            if (resident != copy) {
                return;
            }
            before = knownBy;
            resident = null;
            knownBy = Set.of();
            lanes.room().leave();
        }
        lanes.unlearn(copy.id(), before);
    }

    /** Whether somebody waits for the running job to end. */
    synchronized boolean hasWaiting() {
        return !waiting.isEmpty();
    }

    synchronized boolean isUnused() {
        return !running && waiting.isEmpty() && resident == null;
    }

    /** Begins the next job if none is running. */
    void pump() {
        Job next;
        synchronized (this) {
            next = running ? null : waiting.poll();
            if (next == null) {
                return;
            }
            running = true;
        }
        try {
            executor.execute(() -> begin(next));
        } catch (RuntimeException | Error full) {
            next.refused(full);
            ended(false);
        }
    }

    private void begin(Job job) {
        CompletableFuture<Void> end = Failures.caught(() -> job.run(this));
        var unused = end.whenComplete((done, failure) -> ended(true));
    }

    private void ended(boolean ran) {
        boolean unused;
        synchronized (this) {
            running = false;
            if (ran && waiting.isEmpty() && resident != null) {
                Job due = idle.start(this, resident);
                if (due != null) {
                    waiting.add(due);
                }
                wake.start(this, resident);
            }
            if (resident == null) {
                idle.callOff();
                wake.callOff();
            }
            unused = waiting.isEmpty() && resident == null;
        }
        if (unused) {
            lanes.removeIfUnused(this);
        }
        pump();
    }
}
