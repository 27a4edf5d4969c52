// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which settings are refused because a promise rests on them. */
@DisplayName("Settings")
final class StoreOptionsTest {

    private final StoreOptions options = StoreOptions.defaults();

    @Test
    void leasesAreNotShorterThanAPauseOfTheMachine() {
        assertThat(options.withLease(StoreOptions.SHORTEST_LEASE).lease()).isEqualTo(StoreOptions.SHORTEST_LEASE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.withLease(StoreOptions.SHORTEST_LEASE.minusNanos(1)))
                .withMessageContaining("the lease is at least PT1S");
    }

    @Test
    void memoriesOutliveWhateverStalls() {
        Duration shortest = StoreOptions.SHORTEST_MEMORY_RETENTION;

        assertThat(options.withMemoryRetention(shortest).memoryRetention()).isEqualTo(shortest);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.withMemoryRetention(shortest.minusNanos(1)))
                .withMessageContaining("memoryRetention is at least PT10M");
        assertThatIllegalArgumentException().isThrownBy(() -> options.withMemoryRetention(Duration.ofHours(-2)));
    }

    @Test
    void whatIsCountedOnAMonotonicClockEnds() {
        Duration longest = StoreOptions.LONGEST_WATCHED;
        StoreOptions remembering = options.withMemoryRetention(ChronoUnit.FOREVER.getDuration());

        assertThat(remembering.withLease(longest).withClaimGrace(longest).lease())
                .isEqualTo(longest);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> remembering.withLease(longest.plusNanos(1)))
                .withMessageContaining("the lease is at most PT87600H");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.withClaimGrace(ChronoUnit.FOREVER.getDuration()))
                .withMessageContaining("claimGrace is at most PT87600H");
    }

    @Test
    void memoriesOutliveTwoLeases() {
        Duration lease = Duration.ofMinutes(45);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.withLease(lease))
                .withMessageContaining("two leases, not PT1H with a lease of PT45M")
                .withMessageContaining("set memoryRetention first");
        assertThat(options.withMemoryRetention(lease.multipliedBy(2))
                        .withLease(lease)
                        .lease())
                .isEqualTo(lease);
    }
}
