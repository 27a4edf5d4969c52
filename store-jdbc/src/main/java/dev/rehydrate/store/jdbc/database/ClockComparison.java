// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far the clock of this process is from that of the database. Idle times and timers go by the clocks of the processes; that of the database has no part in it,
 * and is what all of them can be compared with. What the database says came at some moment between a call and its answer, so only what the way of the
 * messages cannot explain counts as a difference.
 *
 * <p>Safe for use by many threads.
 */
public final class ClockComparison {

    private static final Logger LOG = LoggerFactory.getLogger("dev.rehydrate.store");

    /** Clocks that NTP sets differ by milliseconds. */
    static final Duration TOLERANCE = Duration.ofSeconds(5);

    /** While it lasts, the log says so as often as this. */
    private static final Duration TOLD_FOR = Duration.ofHours(1);

    private final TimeSource time;
    private @Nullable Duration ahead;
    private long toldAt;

    ClockComparison(TimeSource time) {
        this.time = time;
    }

    /** {@return the monotonic clock, to be read before the database is asked for its time} */
    long before() {
        return time.nanoTime();
    }

    /**
     * Takes the time that the database has told.
     *
     * @param there the clock of the database
     * @param askedAt {@link #before} it was asked
     */
    void take(Instant there, long askedAt) {
        if (!time.isWallClock()) {
            // As in a test: it has nothing to do with any clock.
            return;
        }
        Instant answered = time.instant();
        Instant asked = answered.minusNanos(time.nanoTime() - askedAt);
        if (Duration.between(there, asked).compareTo(TOLERANCE) > 0) {
            differs(Duration.between(there, asked));
        } else if (Duration.between(answered, there).compareTo(TOLERANCE) > 0) {
            differs(Duration.between(there, answered));
        } else {
            agrees();
        }
    }

    private synchronized void differs(Duration now) {
        boolean isTold = ahead != null && time.nanoTime() - toldAt < TOLD_FOR.toNanos();
        ahead = now;
        if (!isTold) {
            toldAt = time.nanoTime();
            LOG.warn("{}", text(now));
        }
    }

    private synchronized void agrees() {
        if (ahead != null) {
            ahead = null;
            LOG.info("the clock of this process agrees with that of the database again");
        }
    }

    /** {@return what health says, or null if the clocks agree, or were not compared yet} */
    public synchronized @Nullable String issue() {
        return ahead == null ? null : text(ahead);
    }

    private static String text(Duration ahead) {
        boolean behind = ahead.isNegative();
        return "the clock of this machine is at least " + ahead.abs().toSeconds() + " s "
                + (behind ? "behind" : "ahead of")
                + " that of the database: "
                + (behind
                        ? "timers run late here, and what is set here is due, and expires, too early for the others"
                        : "timers run, and idle instances expire, too early for all")
                + ", unless that of the database is wrong; set both by NTP";
    }
}
