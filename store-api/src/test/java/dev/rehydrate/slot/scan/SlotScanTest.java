// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.scan;

import static dev.rehydrate.slot.operation.Given.ME;
import static dev.rehydrate.slot.operation.Given.NOW;
import static dev.rehydrate.slot.operation.Given.OTHER;
import static dev.rehydrate.slot.operation.Given.STRANGER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.operation.Stored;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Which slots a scan finds; scans for runnable and for sweepable slots are tested beside the rules they follow. */
@DisplayName("A scan")
final class SlotScanTest {

    private static final Slot CLAIMED = claimed(new KeyClaim(STRANGER, 1));
    private static final Slot MEMORIES = new Slot(null, null, 3, CommandHistory.EMPTY, null, NOW, null);

    private static Slot claimed(KeyClaim claim) {
        return new Slot(null, claim, 0, CommandHistory.EMPTY, null, NOW, null);
    }

    @Nested
    @DisplayName("for what an owner holds")
    final class HeldBy {

        private final SlotScan scan = new SlotScan.HeldBy(ME);

        @Test
        void findsJustThat() {
            assertThat(scan.matches(Stored.initialized().heldBy(ME).slot(), NOW))
                    .isTrue();
            assertThat(scan.matches(Stored.uninitialized().heldBy(ME).slot(), NOW))
                    .isTrue();
            assertThat(scan.matches(Stored.initialized().heldBy(OTHER).slot(), NOW))
                    .isFalse();
            assertThat(scan.matches(Stored.initialized().slot(), NOW)).isFalse();
            assertThat(scan.matches(CLAIMED, NOW)).isFalse();
        }
    }

    @Nested
    @DisplayName("for what is stored")
    final class Occupied {

        @Test
        void findsInstancesClaimsAndMemories() {
            SlotScan all = new SlotScan.Occupied(Duration.ofHours(1));

            assertThat(all.matches(Stored.initialized().slot(), NOW)).isTrue();
            assertThat(all.matches(CLAIMED, NOW)).isTrue();
            assertThat(all.matches(MEMORIES, NOW)).isTrue();
            assertThat(all.matches(MEMORIES, NOW.plus(Duration.ofHours(1)))).isFalse();
            assertThat(all.matches(CLAIMED, NOW.plus(Duration.ofHours(9)))).isTrue();
        }

        @Test
        void leavesMemoriesOutIfToldSo() {
            SlotScan living = new SlotScan.Occupied(Duration.ZERO);

            assertThat(living.matches(Stored.initialized().slot(), NOW)).isTrue();
            assertThat(living.matches(CLAIMED, NOW)).isTrue();
            assertThat(living.matches(MEMORIES, NOW)).isFalse();
        }
    }

    @Nested
    @DisplayName("for old claims")
    final class OldClaims {

        private static final Duration HOUR = Duration.ofHours(1);

        @Test
        void findsThemWhenTheirSlotHasNotChangedForSoLong() {
            SlotScan scan = new SlotScan.OldClaims(HOUR, 0, 1);

            assertThat(scan.matches(CLAIMED, NOW.plus(HOUR))).isTrue();
            assertThat(scan.matches(CLAIMED, NOW.plus(HOUR).minusNanos(1))).isFalse();
            assertThat(scan.matches(Stored.initialized().slot(), NOW.plus(HOUR)))
                    .isFalse();
            assertThat(scan.matches(MEMORIES, NOW.plus(HOUR))).isFalse();
        }

        @Test
        void findsEachInOnePart() {
            for (long low = -50; low < 50; low++) {
                Slot slot = claimed(new KeyClaim(new InstanceId(1, low), 0));

                assertThat(IntStream.range(0, 7)
                                .filter(part -> new SlotScan.OldClaims(HOUR, part, 7).matches(slot, NOW.plus(HOUR))))
                        .hasSize(1);
            }
        }

        @Test
        void knowsNoPartThatIsNotThere() {
            assertThatIllegalArgumentException().isThrownBy(() -> new SlotScan.OldClaims(HOUR, 3, 3));
            assertThatIllegalArgumentException().isThrownBy(() -> new SlotScan.OldClaims(HOUR, -1, 3));
            assertThatIllegalArgumentException().isThrownBy(() -> new SlotScan.OldClaims(HOUR, 0, 0));
        }
    }
}
