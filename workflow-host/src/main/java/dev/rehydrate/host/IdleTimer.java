// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What is next for an idle instance, and when (contract §5.2). Guarded by its lane. */
final class IdleTimer {

    private final HostSettings settings;
    private final Unloading unloading;
    private TimeSource.@Nullable Cancellable pending;
    private long activities;
    private boolean persisted;

    IdleTimer(HostSettings settings, Unloading unloading) {
        this.settings = settings;
        this.unloading = unloading;
    }

    /** Calls off what was to come: the time counts anew from the next idle moment. */
    void activity() {
        activities++;
        persisted = false;
        callOff();
    }

    /** Nothing is to come: the instance is not idle, or not in memory. */
    void callOff() {
        if (pending != null) {
            pending.cancel();
            pending = null;
        }
    }

    /** Whether nothing has happened since a job was made. */
    boolean isCurrent(long activity) {
        return activities == activity;
    }

    void persisted() {
        persisted = true;
    }

    void fired() {
        pending = null;
    }

    /** Begins to wait, unless something is to be done at once: then it is returned. */
    @Nullable
    Job start(Lane lane, Resident<?> resident) {
        if (resident.isSuspended() || settings.leavesAtOnce(resident.definition())) {
            return new IdleJob(IdleJob.Step.UNLOAD, activities, unloading);
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
        IdleJob job = new IdleJob(persistNext ? IdleJob.Step.PERSIST : IdleJob.Step.UNLOAD, activities, unloading);
        if (delay.isZero()) {
            return job;
        }
        pending = settings.time().schedule(delay, () -> lane.wake(job));
        return null;
    }

    private Duration restUntilUnload() {
        return persisted
                ? settings.idle().unloadAfterPersist()
                : settings.idle().timeToUnload();
    }
}
