// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Moments as the tables keep them: in microseconds since 1970, rounded down; what is out of range is the bound of the range. */
public final class Times {

    private static final long MICROS = 1_000_000;
    private static final int NANOS_OF_MICRO = 1000;
    /** How much of its idle time an instance may have left and be looked at by a sweep, as a power of two. */
    private static final int EARLY = 3;
    /** As far as the tables reach. */
    private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE / MICROS);

    private Times() {}

    public static long micros(Instant at) {
        long seconds = at.getEpochSecond();
        if (Math.abs(seconds) >= Long.MAX_VALUE / MICROS) {
            return seconds < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return seconds * MICROS + at.getNano() / NANOS_OF_MICRO;
    }

    /** The moment that the tables keep. */
    static Instant instant(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, MICROS), Math.floorMod(micros, MICROS) * NANOS_OF_MICRO);
    }

    /** So long before a moment: the beginning of the range if that is 'for ever'. */
    static long microsBefore(Instant at, Duration time) {
        return time.compareTo(LONGEST) < 0 ? micros(at.minus(time)) : Long.MIN_VALUE;
    }

    static @Nullable Long microsOrNull(@Nullable Instant at) {
        return at == null ? null : micros(at);
    }

    /** An earlier moment that stays the same over many saves, each of which puts the expiry off. */
    static long early(Instant expiresAt, Instant updatedAt) {
        long expiry = micros(expiresAt);
        long idle = Math.min(Duration.between(updatedAt, expiresAt).toSeconds(), Integer.MAX_VALUE);
        long grain = Math.max(1, Long.highestOneBit(Math.max(1, idle)) >> EARLY) * MICROS;
        return expiry == Long.MAX_VALUE ? expiry : Math.floorDiv(expiry, grain) * grain;
    }
}
