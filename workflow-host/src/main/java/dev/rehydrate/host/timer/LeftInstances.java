// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.timer;

import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.store.InstanceHandle;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The instances that are due and that this host leaves to others, because it is of another release. It counts them, so that a host does
 * not do nothing but leave one after the other, and limits what it logs of them: there may be many thousands, each of which comes again.
 * Safe for use by many threads.
 */
public final class LeftInstances {

    /** In each period so many are logged. */
    static final int LOGGED = 100;

    /** As long as a store does not offer an instance again that was left to others. */
    private static final long PERIOD_NANOS = Duration.ofSeconds(30).toNanos();

    private static final Logger LOG = LoggerFactory.getLogger(LeftInstances.class);

    private final HostSettings settings;
    private long count;
    private long periodBegan;
    private int inPeriod;

    public LeftInstances(HostSettings settings) {
        this.settings = settings;
        this.periodBegan = settings.time().nanoTime();
    }

    /**
     * Leaves an instance to others.
     *
     * @param instance its handle, which stays open
     * @return whether it is to be logged
     */
    boolean leave(InstanceHandle instance) {
        instance.leaveToOthers();
        int number = counted();
        if (number == LOGGED + 1) {
            LOG.warn(
                    "left more than {} instances that are due to other hosts, and logs no more of them for {} s: node={}",
                    LOGGED,
                    Duration.ofNanos(PERIOD_NANOS).toSeconds(),
                    settings.node());
        }
        return number <= LOGGED;
    }

    /** Counts one, and returns how many there are in this period. */
    private synchronized int counted() {
        long now = settings.time().nanoTime();
        if (now - periodBegan >= PERIOD_NANOS) {
            periodBegan = now;
            inPeriod = 0;
        }
        count++;
        return ++inPeriod;
    }

    /** {@return how many were left since the host began} */
    synchronized long count() {
        return count;
    }
}
