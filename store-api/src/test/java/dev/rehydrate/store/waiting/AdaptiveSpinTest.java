// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Callers of a store")
class AdaptiveSpinTest {

    private final AdaptiveSpin spin = new AdaptiveSpin();

    @Test
    void lookForTheirAnswersAtFirst() {
        assertThat(spin.looks()).isEqualTo(AdaptiveSpin.LOOKS);
    }

    @Test
    void goOnToLookWhileMostAnswersAreSeen() {
        for (int i = 0; i < 100; i++) {
            seen(3);
            spin.missed();

            assertThat(spin.looks()).isEqualTo(AdaptiveSpin.LOOKS);
        }
    }

    @Test
    void sleepAtOnceIfEveryOtherAnswerIsLate() {
        seen(100);
        for (int i = 0; i < 100; i++) {
            spin.missed();
            spin.seen();
        }
        spin.missed();

        assertThat(spin.looks()).isZero();
    }

    @Test
    void tryAgainOneInAWhile() {
        seen(100);
        missed(5);

        assertThat(IntStream.range(0, 10 * AdaptiveSpin.TRIAL).filter(call -> spin.looks() > 0))
                .hasSize(10);
    }

    @Test
    void lookAgainOnceATrialHasSucceeded() {
        missed(100);

        spin.seen();

        assertThat(spin.looks()).isEqualTo(AdaptiveSpin.LOOKS);
    }

    private void seen(int times) {
        IntStream.range(0, times).forEach(time -> spin.seen());
    }

    private void missed(int times) {
        IntStream.range(0, times).forEach(time -> spin.missed());
    }
}
