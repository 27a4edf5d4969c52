// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.maintenance;

import dev.rehydrate.store.observation.StoreLog;
import dev.rehydrate.time.TimeSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Work that is scheduled again and again until the store is closed. What stays scheduled then keeps the store in memory for a period, which can be
 * for ever, and with it the classes of its application.
 */
final class RepeatedWork {

    private TimeSource.Cancellable next = () -> {};
    private volatile @Nullable Supplier<TimeSource.Cancellable> notScheduled;

    private boolean ended;

    /** Schedules the next step, unless this has ended. If that fails, {@link #goOn} tries it again; this does not fail. */
    synchronized void next(Supplier<TimeSource.Cancellable> schedule) {
        if (!ended) {
            try {
                next = schedule.get();
                notScheduled = null;
            } catch (RuntimeException | Error failure) {
                notScheduled = schedule;
                StoreLog.notDone("schedule its next step", failure, false);
            }
        }
    }

    /**
     * Schedules the step that could not be scheduled, if there is one: a moment without memory must not end the work for as long as the store
     * lives.
     */
    void goOn() {
        if (notScheduled != null) {
            tryAgain();
        }
    }

    private synchronized void tryAgain() {
        Supplier<TimeSource.Cancellable> again = notScheduled;
        if (again != null) {
            next(again);
        }
    }

    synchronized void end() {
        ended = true;
        notScheduled = null;
        next.cancel();
    }
}
