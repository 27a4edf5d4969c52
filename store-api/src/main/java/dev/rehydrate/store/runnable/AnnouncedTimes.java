// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.runnable;

import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether the other stores have to be told of a due time. Each store that was told of an earlier one looks then, finds
 * the next, and so on; so a later one is no news to it. A store that missed the earlier one, or was opened since, finds out when
 * it polls; for such stores a time is announced again after the period of their polls. Safe for use by many threads.
 */
public final class AnnouncedTimes {

    private final LongSupplier nanoTime;
    private final long periodNanos;
    private @Nullable Instant next;
    private long announcedAt;

    /**
     * Has announced nothing.
     *
     * @param nanoTime the monotonic clock
     * @param period how often stores poll
     */
    public AnnouncedTimes(LongSupplier nanoTime, Duration period) {
        this.nanoTime = nanoTime;
        Duration longest = Duration.ofNanos(Long.MAX_VALUE);
        this.periodNanos = (period.compareTo(longest) < 0 ? period : longest).toNanos();
    }

    /**
     * Asks whether a due time is to be announced, and notes that it is.
     *
     * @param dueAt the due time
     * @param now the present, by the clock of the store
     * @return whether it is news
     */
    public synchronized boolean isNews(Instant dueAt, Instant now) {
        Instant known = next;
        boolean told = known != null
                && known.isAfter(now)
                && !dueAt.isBefore(known)
                && nanoTime.getAsLong() - announcedAt < periodNanos;
        if (!told) {
            next = dueAt;
            announcedAt = nanoTime.getAsLong();
        }
        return !told;
    }
}
