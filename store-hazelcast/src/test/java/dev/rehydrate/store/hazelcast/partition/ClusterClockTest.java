// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The time of a farm and the clock of a machine in it. */
class ClusterClockTest {

    private static final Instant FARM = Instant.parse("2026-11-27T12:00:00Z");

    private Duration ahead = Duration.ZERO;
    private boolean wall = true;

    private final TimeSource machine = new TimeSource() {
        @Override
        public Instant instant() {
            return FARM.plus(ahead);
        }

        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public Cancellable schedule(Duration delay, Runnable task) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isWallClock() {
            return wall;
        }
    };

    private final ClusterClock clock = new ClusterClock(machine, FARM);

    @Test
    void aMachineThatDiffersFromItsFarmSaysSoUntilItsClockIsSet() {
        assertThat(clock.healthIssue()).isNull();

        ahead = Duration.ofHours(1);
        assertThat(clock.healthIssue())
                .startsWith("the clock of this machine is 3600 s ahead of the time of the farm")
                .contains("NTP");
        ahead = Duration.ofHours(-1);
        assertThat(clock.healthIssue()).contains("3600 s behind");
        assertThat(clock.instant()).as("the farm goes on by its own").isEqualTo(FARM);

        ahead = Duration.ofSeconds(4);
        assertThat(clock.healthIssue()).isNull();
    }

    @Test
    void aTimeThatIsMadeUpIsNotCompared() {
        wall = false;
        ahead = Duration.ofHours(1);
        assertThat(clock.healthIssue()).isNull();
    }
}
