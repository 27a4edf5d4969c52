// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lane;

import org.jspecify.annotations.Nullable;

/**
 * What brings an instance in memory to do something without a message. Guarded by its lane.
 *
 * @param idle saves and unloads it
 * @param wake does what is due
 * @param refusal tries again what the threads of the host have refused
 */
public record LaneTimers(IdleTimer idle, WakeTimer wake, RefusalTimer refusal) {

    /** Nothing is to be done just now: begins to wait, or returns the job that is due at once. */
    @Nullable
    Job start(Lane lane, Resident<?> resident) {
        wake.start(lane, resident);
        return idle.start(lane, resident);
    }

    /** The instance has left memory. */
    void cancel() {
        idle.cancel();
        wake.cancel();
        refusal.over();
    }
}
