// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A check that cannot fail is worse than none: what random histories report when one of them goes wrong. */
@DisplayName("A search through random histories")
final class SeedsTest {

    private static final Seeds.Trouble TROUBLE = new Seeds.Trouble("the law", List.of("first", "second"));

    @Test
    void triesAllIfNoneFindsTrouble() {
        AtomicLong tried = new AtomicLong();

        assertThatCode(() -> Seeds.tryAll(5, seed -> {
                    tried.incrementAndGet();
                    return null;
                }))
                .doesNotThrowAnyException();

        assertThat(tried).hasPositiveValue();
    }

    @Test
    void failsWithTheLawTheSeedAndTheHistory() {
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> Seeds.tryAll(5, seed -> TROUBLE))
                .withMessageContaining("the law")
                .withMessageContaining("-Drehydrate.seed=")
                .withMessageContaining("second");
    }

    @Test
    void countsHowManyWentWellBefore() {
        assertThat(Seeds.countUntilTrouble(5, seed -> seed == 3 ? TROUBLE : null))
                .isEqualTo(3);
        assertThat(Seeds.countUntilTrouble(5, seed -> null)).isEqualTo(5);
    }
}
