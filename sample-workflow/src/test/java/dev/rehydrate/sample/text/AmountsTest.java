// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AmountsTest {

    @Test
    void sizesAreTheSameInEveryLocale() {
        assertThat(List.of(999L, 1000L, 1_450_000L))
                .extracting(Amounts::bytes)
                .containsExactly("999 B", "1.0 kB", "1.5 MB");
        assertThat(Amounts.millis(1_250_000)).isEqualTo("1.3");
    }
}
