// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.partition;

import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The time by which a member decides. It begins with the time of the farm and goes on by the monotonic clock, so that
 * nothing expires, and nothing comes back, because the clock of a machine is set.
 */
public final class ClusterClock implements InstantSource {

    public static final String CONTEXT_KEY = "dev.rehydrate.clock";

    /** Less than this is the way of a message, not a difference. */
    static final Duration TOLERANCE = Duration.ofSeconds(1);

    /** Clocks that NTP sets differ from each other by milliseconds. */
    private static final Duration NAMED = Duration.ofSeconds(5);

    private final TimeSource time;
    private volatile Reading base;

    public ClusterClock(TimeSource time) {
        this(time, time.instant());
    }

    public ClusterClock(TimeSource time, Instant now) {
        this.time = time;
        this.base = new Reading(now, time.nanoTime());
    }

    /**
     * The clock of a member or client; makes one if nothing has been stored or asked for on it yet.
     *
     * @param hazelcast the member or client; null only outside of a cluster
     * @param time how time passes, if the clock has to be made
     */
    public static ClusterClock of(@Nullable HazelcastInstance hazelcast, TimeSource time) {
        if (hazelcast == null) {
            return new ClusterClock(time);
        }
        ConcurrentMap<String, Object> context = hazelcast.getUserContext();
        Object known = context.get(CONTEXT_KEY);
        if (known == null) {
            known = context.computeIfAbsent(CONTEXT_KEY, key -> new ClusterClock(time, timeOfFarm(hazelcast, time)));
        }
        return (ClusterClock) known;
    }

    public static ClusterClock of(@Nullable HazelcastInstance hazelcast) {
        return of(hazelcast, TimeSource.system());
    }

    /** A process that joins a farm takes over the time of its eldest member before it decides anything. */
    private static Instant timeOfFarm(HazelcastInstance hazelcast, TimeSource time) {
        // What the cluster says is the machine's clock with a correction, whatever time this store lives by.
        long machine = TimeSource.system().instant().toEpochMilli();
        Duration ahead = Duration.ofMillis(hazelcast.getCluster().getClusterTime() - machine);
        Instant own = time.instant();
        return ahead.abs().compareTo(TOLERANCE) < 0 ? own : own.plus(ahead);
    }

    @Override
    public Instant instant() {
        Reading start = base;
        return start.instant().plusNanos(time.nanoTime() - start.nanos());
    }

    /**
     * Goes on from the time that most of the farm has, if that is another one.
     *
     * @param farm what the farm has told; by now it is that time or later, by as much as it took to ask at most
     * @param askedAt the monotonic clock before the farm was asked: this process may have paused since
     */
    void agreeWith(Instant farm, long askedAt) {
        long present = time.nanoTime();
        Instant here = instant();
        Instant latest = farm.plusNanos(present - askedAt);
        boolean behind = Duration.between(here, farm).compareTo(TOLERANCE) >= 0;
        boolean ahead = Duration.between(latest, here).compareTo(TOLERANCE) >= 0;
        if (behind || ahead) {
            base = new Reading(farm, present);
        }
    }

    /**
     * Compares the time of the farm with the clock of this machine. The farm goes on by its own time, so nothing expires early because of a difference; but the
     * farm may have begun with a wrong one, or stood still as a whole.
     *
     * @return what health says, or null if they agree
     */
    public @Nullable String healthIssue() {
        if (!time.isWallClock()) {
            return null;
        }
        Duration ahead = Duration.between(instant(), time.instant());
        return ahead.abs().compareTo(NAMED) <= 0
                ? null
                : "the clock of this machine is " + ahead.abs().toSeconds() + " s "
                        + (ahead.isNegative() ? "behind" : "ahead of")
                        + " the time of the farm, by which timers run and idle instances expire: set it by NTP; if it is right, the"
                        + " farm began with a wrong time or stood still, and has the right one after a start of all members";
    }

    /** {@return the monotonic clock by which this goes on} */
    long nanoTime() {
        return time.nanoTime();
    }

    /**
     * Where both clocks stood at one moment.
     *
     * @param instant the time of the farm
     * @param nanos the monotonic clock
     */
    private record Reading(Instant instant, long nanos) {}
}
