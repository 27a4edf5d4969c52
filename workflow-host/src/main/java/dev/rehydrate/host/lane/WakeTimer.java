// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lane;

import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Wakes an instance that stays in memory when something is due. The store offers an instance as runnable only while no host
 * holds it, so its holder needs a timer.
 */
public final class WakeTimer {

    /** The clock of a farm may be put right while an instance waits, when a member joins that knows better. */
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final TimeSource time;
    private final InstantSource clock;
    private TimeSource.@Nullable Cancellable pending;
    private @Nullable Instant pendingFor;

    public WakeTimer(HostSettings settings) {
        this.time = settings.time();
        this.clock = settings.clock();
    }

    /** Begins to wait for what the instance has to do next. Guarded by the lane. */
    void start(Lane lane, Resident<?> resident) {
        Instant next = resident.hostState().dueAt().orElse(null);
        if (next != null && next.equals(pendingFor)) {
            return;
        }
        cancel();
        pendingFor = next;
        pending = next == null ? null : waitFor(lane, next);
    }

    private TimeSource.Cancellable waitFor(Lane lane, Instant next) {
        return time.schedule(delayUntil(next), () -> fired(lane, next));
    }

    /**
     * Cancels the timer: the instance left memory, and the store offers it to a host when something is due. Guarded by the
     * lane.
     */
    void cancel() {
        if (pending != null) {
            pending.cancel();
        }
        pending = null;
        pendingFor = null;
    }

    private Duration delayUntil(Instant next) {
        Instant now = clock.instant();
        return next.isAfter(now.plus(LONGEST)) ? LONGEST : Duration.between(now, next);
    }

    private void fired(Lane lane, Instant due) {
        synchronized (lane) {
            if (!due.equals(pendingFor)) {
                return;
            }
            if (due.isAfter(clock.instant())) {
                pending = waitFor(lane, due);
                return;
            }
            pendingFor = null;
        }
        lane.work();
    }
}
