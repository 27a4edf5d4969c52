// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.waiting;

import dev.rehydrate.instance.InstanceId;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Instances of which something was noted lately. Of too many the ones that were noted first are forgotten. To ask costs next to
 * nothing while nothing is noted.
 */
public final class RecentInstances {

    private final LongSupplier nanoTime;
    private final long lifeNanos;
    private final int most;
    /** When each was noted, on the monotonic clock, the earliest first. */
    private final Map<InstanceId, Long> notedAt = new LinkedHashMap<>();

    private volatile boolean empty = true;

    /**
     * Notes nothing yet.
     *
     * @param nanoTime the monotonic clock
     * @param life how long something stays noted
     * @param most how much stays noted
     */
    public RecentInstances(LongSupplier nanoTime, Duration life, int most) {
        this.nanoTime = nanoTime;
        this.lifeNanos = life.toNanos();
        this.most = most;
    }

    /** Notes an instance. */
    public synchronized void note(InstanceId instance) {
        notedAt.remove(instance);
        notedAt.put(instance, nanoTime.getAsLong());
        forgetOld();
    }

    /** {@return whether the instance was noted lately} */
    public boolean has(InstanceId instance) {
        return !empty && hasNoted(instance);
    }

    private synchronized boolean hasNoted(InstanceId instance) {
        forgetOld();
        return notedAt.containsKey(instance);
    }

    /** {@return how many are noted} */
    public int size() {
        return empty ? 0 : notedNow();
    }

    private synchronized int notedNow() {
        forgetOld();
        return notedAt.size();
    }

    /** {@return whether it was noted until now} */
    public boolean forget(InstanceId instance) {
        return !empty && forgetNoted(instance);
    }

    private synchronized boolean forgetNoted(InstanceId instance) {
        forgetOld();
        boolean known = notedAt.remove(instance) != null;
        empty = notedAt.isEmpty();
        return known;
    }

    private void forgetOld() {
        long now = nanoTime.getAsLong();
        Iterator<Long> earliest = notedAt.values().iterator();
        while (earliest.hasNext() && (now - earliest.next() >= lifeNanos || notedAt.size() > most)) {
            earliest.remove();
        }
        empty = notedAt.isEmpty();
    }
}
