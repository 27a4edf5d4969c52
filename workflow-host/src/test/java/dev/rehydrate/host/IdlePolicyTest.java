// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class IdlePolicyTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void defaultsAreOneMinuteToUnloadAndNeverToPersist() {
        assertThat(IdlePolicy.DEFAULT.timeToUnload()).isEqualTo(Duration.ofMinutes(1));
        assertThat(IdlePolicy.DEFAULT.timeToPersist()).isEqualTo(IdlePolicy.NEVER);
    }

    @Test
    void negativeTimesAreRefused() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> IdlePolicy.DEFAULT.unloadAfter(SECOND.negated()))
                .withMessageContaining("timeToUnload");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> IdlePolicy.DEFAULT.persistAfter(SECOND.negated()))
                .withMessageContaining("timeToPersist");
    }

    @Test
    void persistCountsOnlyIfItComesBeforeTheUnload() {
        assertThat(new IdlePolicy(SECOND, SECOND.multipliedBy(3)).persistsFirst())
                .isTrue();
        assertThat(new IdlePolicy(SECOND, SECOND.multipliedBy(3)).unloadAfterPersist())
                .isEqualTo(SECOND.multipliedBy(2));
        assertThat(new IdlePolicy(SECOND, SECOND).persistsFirst()).isFalse();
        assertThat(new IdlePolicy(SECOND, IdlePolicy.NEVER).unloadAfterPersist())
                .isEqualTo(IdlePolicy.NEVER);
        assertThat(IdlePolicy.UNLOAD_AT_ONCE.persistsFirst()).isFalse();
    }

    @Test
    void backoffDoublesUpToItsLimitAndIsNeverLessThanHalf() {
        Backoff backoff = new Backoff(Duration.ofMillis(10), Duration.ofMillis(500));
        Random random = new Random(7);
        for (int attempt = 1; attempt < 100; attempt++) {
            long full = Math.min(500, 10L << Math.min(attempt - 1, 20));
            assertThat(backoff.delay(attempt, random)).isBetween(Duration.ofMillis(full / 2), Duration.ofMillis(full));
        }
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> new Backoff(Duration.ZERO, SECOND));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new Backoff(SECOND.plusNanos(1), SECOND));
    }

    @Test
    void deadlineOfACallIsPositive() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> CallOptions.DEFAULT.within(Duration.ZERO));
    }
}
