// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lane;

import dev.rehydrate.host.IdlePolicy;
import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Decides what the idle policy does with an idle instance next, and when (contract §5.2): save it, or evict it from memory.
 * Guarded by its lane.
 */
public final class IdleTimer {

    private final HostSettings settings;
    private final IdleJobs jobs;
    private TimeSource.@Nullable Cancellable pending;
    private long activities;
    private boolean persisted;
    private boolean overdue;

    public IdleTimer(HostSettings settings, IdleJobs jobs) {
        this.settings = settings;
        this.jobs = jobs;
    }

    /** What the idle policy does. */
    public enum Step {
        PERSIST,
        UNLOAD
    }

    /** Makes the job of a step; it does nothing if the instance was active since. */
    public interface IdleJobs {
        Job job(Step step, long activity);
    }

    /** The instance is active: cancels the timer, and the idle time begins anew at the next idle moment. */
    void activity() {
        activities++;
        persisted = false;
        cancel();
    }

    /** Cancels the timer: the instance is not idle, or not in memory. */
    void cancel() {
        overdue = false;
        if (pending != null) {
            pending.cancel();
            pending = null;
        }
    }

    /** Whether the instance was not active since a job was made. */
    boolean isCurrent(long activity) {
        return activities == activity;
    }

    void persisted() {
        persisted = true;
        overdue = false;
    }

    /** The idle time is over, and stays so if the threads of the host refuse the job. */
    void fired() {
        pending = null;
        overdue = true;
    }

    /** Starts the timer, or returns the job if it is due at once. */
    @Nullable
    Job start(Lane lane, Resident<?> resident) {
        if (leavesAtOnce(lane, resident)) {
            return jobs.job(Step.UNLOAD, activities);
        }
        if (pending != null) {
            return null;
        }
        IdlePolicy policy = settings.idle();
        boolean persistNext = policy.persistsFirst() && !persisted;
        Duration delay = persistNext ? policy.timeToPersist() : restUntilUnload();
        if (delay.equals(IdlePolicy.NEVER)) {
            return null;
        }
        Job job = jobs.job(persistNext ? Step.PERSIST : Step.UNLOAD, activities);
        if (delay.isZero() || overdue) {
            return job;
        }
        pending = settings.time().schedule(delay, () -> lane.wake(job));
        return null;
    }

    /** What was loaded because it was due, and not for a message, leaves half of the memory to messages. */
    private boolean leavesAtOnce(Lane lane, Resident<?> resident) {
        return resident.isSuspended()
                || settings.leavesAtOnce(resident.definition())
                || (resident.isOffered() && lane.inMemory() > settings.limits().instances() / 2);
    }

    private Duration restUntilUnload() {
        return persisted
                ? settings.idle().unloadAfterPersist()
                : settings.idle().timeToUnload();
    }
}
