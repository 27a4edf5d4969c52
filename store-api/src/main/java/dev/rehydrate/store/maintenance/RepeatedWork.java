// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.maintenance;

import dev.rehydrate.time.TimeSource;
import java.util.function.Supplier;

/**
 * Work that is scheduled again and again until the store is closed. What stays scheduled then keeps the store in memory for a period, which can be
 * for ever, and with it the classes of its application.
 */
final class RepeatedWork {

    private TimeSource.Cancellable next = () -> {};
    private boolean ended;

    /** Schedules the next step, unless this has ended. */
    synchronized void next(Supplier<TimeSource.Cancellable> schedule) {
        if (!ended) {
            next = schedule.get();
        }
    }

    synchronized void end() {
        ended = true;
        next.cancel();
    }
}
