// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.slot.Hold;
import org.junit.jupiter.api.Test;

/** Of two handles of one owner the one with the later hold stays. */
final class HoldTest {

    @Test
    void isLaterInALaterLifeWhateverItsTokenAndInOneLifeByItsToken() {
        Hold hold = Given.hold(2, 5);

        assertThat(hold.isAfter(Given.hold(2, 4))).isTrue();
        assertThat(hold.isAfter(Given.hold(2, 5))).isFalse();
        assertThat(hold.isAfter(Given.hold(2, 6))).isFalse();
        assertThat(hold.isAfter(Given.hold(1, 9))).isTrue();
        assertThat(hold.isAfter(Given.hold(3, 1))).isFalse();
    }
}
