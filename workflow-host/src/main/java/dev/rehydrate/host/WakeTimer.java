// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Wakes an instance that stays in memory when something is due: nobody else is offered what this host holds. */
final class WakeTimer {

    /** What is due in a thousand years would not fit into a timer. */
    private static final Duration LONGEST = Duration.ofDays(1);

    private final TimeSource time;
    private TimeSource.@Nullable Cancellable pending;
    private @Nullable Instant pendingFor;

    WakeTimer(TimeSource time) {
        this.time = time;
    }

    /** Begins to wait for what the instance has to do next. Guarded by the lane. */
    void start(Lane lane, Resident<?> resident) {
        Instant next = resident.agenda().dueAt().orElse(null);
        if (next != null && next.equals(pendingFor)) {
            return;
        }
        callOff();
        pendingFor = next;
        pending = next == null ? null : time.schedule(delayUntil(next), () -> fired(lane, next));
    }

    /** The instance is not in memory any more: whoever is offered it does what is due. Guarded by the lane. */
    void callOff() {
        if (pending != null) {
            pending.cancel();
        }
        pending = null;
        pendingFor = null;
    }

    private Duration delayUntil(Instant next) {
        Instant now = time.instant();
        return next.isAfter(now.plus(LONGEST)) ? LONGEST : Duration.between(now, next);
    }

    private void fired(Lane lane, Instant due) {
        synchronized (lane) {
            if (due.equals(pendingFor)) {
                pendingFor = null;
            }
        }
        lane.work();
    }
}
