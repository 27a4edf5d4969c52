// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.runtime;

import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * For how long this process has seen a claim that its instance does not list. While it is fresh it is taken for a save
 * under way; its age is counted on the own monotonic clock, never from a stored time.
 */
public final class ClaimSightings {

    /** A save under way takes about this long. */
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(5);
    /** So long at most a command learns late that the save is done. */
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(40);

    private final TimeSource time;
    private final long graceNanos;
    private final Map<Sighted, Long> firstSeen = new HashMap<>();

    ClaimSightings(TimeSource time, Duration grace) {
        this.time = time;
        this.graceNanos = grace.toNanos();
    }

    /** How long to wait before the claim counts as dangling; zero or less if it does. */
    public synchronized Duration untilDangling(InstanceKey key, KeyClaim claim) {
        long now = time.nanoTime();
        // No command that still waits saw it this long ago, so an entry of this age is a leftover.
        firstSeen.values().removeIf(seen -> now - seen > 20 * graceNanos);
        long seen = firstSeen.computeIfAbsent(new Sighted(key, claim), unseen -> now);
        return Duration.ofNanos(seen + graceNanos - now);
    }

    /**
     * How long a command that waits for a claim pauses before it looks again: as long as the claim has been seen, within bounds.
     * Each look asks two slots, and many may want a key whose host has stalled.
     *
     * @param untilDangling what {@link #untilDangling} has answered, more than zero
     * @return the pause, at most as long as that
     */
    public Duration untilNextLook(Duration untilDangling) {
        Duration seen = Duration.ofNanos(graceNanos).minus(untilDangling);
        Duration pause = seen.compareTo(SHORTEST_PAUSE) < 0 ? SHORTEST_PAUSE : seen;
        Duration bounded = pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
        return bounded.compareTo(untilDangling) < 0 ? bounded : untilDangling;
    }

    /**
     * What was seen.
     *
     * @param key the key
     * @param claim the claim on it
     */
    private record Sighted(InstanceKey key, KeyClaim claim) {}
}
