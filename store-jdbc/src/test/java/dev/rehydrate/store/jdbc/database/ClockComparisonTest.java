// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A difference is what the way of the messages cannot explain. */
@DisplayName("the clock of this process and that of the database")
class ClockComparisonTest {

    private static final Instant THERE = Instant.parse("2026-11-27T12:00:00Z");

    private Duration ahead = Duration.ZERO;
    private long nanos;
    private boolean wall = true;
    private final ClockComparison clock = new ClockComparison(new Clock());

    private final class Clock implements TimeSource {
        @Override
        public Instant instant() {
            return THERE.plusNanos(nanos).plus(ahead);
        }

        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public Cancellable schedule(Duration delay, Runnable task) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isWallClock() {
            return wall;
        }
    }

    /** The database looks at its clock in the middle of the way. */
    private void compare(Duration ahead, Duration way) {
        this.ahead = ahead;
        long askedAt = clock.before();
        nanos += way.toNanos() / 2;
        Instant there = THERE.plusNanos(nanos);
        nanos += way.toNanos() / 2;
        clock.take(there, askedAt);
    }

    @Test
    @DisplayName("agree if nothing was compared, and within some seconds")
    void agree() {
        assertThat(clock.issue()).isNull();
        compare(Duration.ofSeconds(4), Duration.ofMillis(2));
        assertThat(clock.issue()).isNull();
        compare(Duration.ofSeconds(-4), Duration.ofMillis(2));
        assertThat(clock.issue()).isNull();
    }

    @Test
    @DisplayName("differ: it is said by how much at least, which way, and what that does")
    void differ() {
        compare(Duration.ofHours(1), Duration.ofSeconds(2));
        assertThat(clock.issue())
                .startsWith("the clock of this machine is at least 3599 s ahead of that of the database")
                .contains("too early for all", "NTP");
        compare(Duration.ofHours(-1), Duration.ofSeconds(2));
        assertThat(clock.issue())
                .startsWith("the clock of this machine is at least 3599 s behind that of the database")
                .contains("timers run late here");
    }

    @Test
    @DisplayName("differ by nothing that a slow answer can be the reason of")
    void slow() {
        compare(Duration.ofSeconds(20), Duration.ofSeconds(60));
        assertThat(clock.issue()).isNull();
        compare(Duration.ofSeconds(-20), Duration.ofSeconds(60));
        assertThat(clock.issue()).isNull();
    }

    @Test
    @DisplayName("agree again when they are set")
    void again() {
        compare(Duration.ofHours(1), Duration.ZERO);
        assertThat(clock.issue()).isNotNull();
        compare(Duration.ZERO, Duration.ZERO);
        assertThat(clock.issue()).isNull();
    }

    @Test
    @DisplayName("are not compared if the time of the store is made up")
    void madeUp() {
        wall = false;
        compare(Duration.ofHours(1), Duration.ZERO);
        assertThat(clock.issue()).isNull();
    }
}
