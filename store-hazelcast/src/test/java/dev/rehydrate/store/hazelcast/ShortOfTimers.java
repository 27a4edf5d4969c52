// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import dev.rehydrate.tck.ForwardingTime;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Time in which some calls to schedule fail, as when memory is short. */
public final class ShortOfTimers {

    private ShortOfTimers() {}

    /**
     * {@return the time, in which calls to schedule fail}
     *
     * @param failures how many of the next calls fail
     */
    public static TimeSource of(TimeSource time, AtomicInteger failures) {
        return new ForwardingTime(time) {
            @Override
            public Cancellable schedule(Duration delay, Runnable task) {
                if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                    throw new InternalError("no memory is left for a timer");
                }
                return super.schedule(delay, task);
            }
        };
    }
}
