// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static dev.rehydrate.slot.operation.Given.DEAD;
import static dev.rehydrate.slot.operation.Given.ID;
import static dev.rehydrate.slot.operation.Given.KEY;
import static dev.rehydrate.slot.operation.Given.ME;
import static dev.rehydrate.slot.operation.Given.NOW;
import static dev.rehydrate.slot.operation.Given.STRANGER;
import static dev.rehydrate.slot.operation.Stored.SEEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.Tombstone;
import dev.rehydrate.slot.decision.SweepAnswer;
import dev.rehydrate.slot.scan.SlotScan;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What is of no use any more: limbo instances (contract §6 pain 4) and memories that have become too old. */
@DisplayName("A sweep")
final class SweepSlotTest {

    private static final Duration RETENTION = Duration.ofHours(1);
    private static final SweepSlot SWEEP = new SweepSlot(Set.of(DEAD), RETENTION);

    private static boolean finds(Slot slot) {
        return new SlotScan.Sweepable(SWEEP).matches(slot, NOW);
    }

    @Nested
    @DisplayName("of an instance")
    final class OfAnInstance {

        @Test
        void removesOneThatNeverGotDataAndWhoseHolderDied() {
            Stored limbo = Stored.uninitialized()
                    .heldBy(DEAD)
                    .with(KEY, KeyState.ASSOCIATED)
                    .underEpoch(2);
            SlotPlay play = SlotPlay.on(limbo);

            SweepAnswer answer = play.write(SWEEP);

            assertThat(finds(limbo.slot())).isTrue();
            assertThat(answer).isEqualTo(new SweepAnswer(ID, 3, Set.of(KEY)));
            assertThat(play.slot().instance()).isNull();
            assertThat(play.slot().claimEpoch()).isEqualTo(3);
            assertThat(play.slot().tombstone()).isEqualTo(new Tombstone(SEEN, new FencingToken(Stored.TOKEN)));
        }

        @Test
        void leavesOneThatNeverGotDataAsLongAsItsHolderLivesOrItHasNoneOrIsSuspended() {
            assertLeft(Stored.uninitialized().heldBy(ME));
            assertLeft(Stored.uninitialized());
            assertLeft(Stored.uninitialized().heldBy(DEAD).suspended());
        }

        @Test
        void leavesOneWithDataEvenIfItsHolderDied() {
            assertLeft(Stored.initialized().heldBy(DEAD));
        }

        private void assertLeft(Stored stored) {
            assertThat(finds(stored.slot())).isFalse();
            assertThat(SlotPlay.on(stored).keep(SWEEP)).isEqualTo(SweepAnswer.NOTHING);
        }
    }

    @Nested
    @DisplayName("of memories")
    final class OfMemories {

        private final Slot memories = memoriesOf(Stored.initialized());

        @Test
        void forgetsThemWhenTheirTimeIsOver() {
            SlotPlay play = SlotPlay.on(memories).clockAt(NOW.plus(RETENTION));

            assertThat(play.write(SWEEP)).isEqualTo(SweepAnswer.NOTHING);
            assertThat(play.slot()).isEqualTo(Slot.EMPTY);
            assertThat(play.slot().isBlank()).isTrue();
        }

        @Test
        void keepsThemUntilThen() {
            SlotPlay play = SlotPlay.on(memories).clockAt(NOW.plus(RETENTION).minusNanos(1));

            assertThat(play.keep(SWEEP)).isEqualTo(SweepAnswer.NOTHING);
        }

        @Test
        void keepsThemBesideAnInstanceOrAClaim() {
            SlotPlay living = SlotPlay.on(Stored.initialized());
            SlotPlay claimed = SlotPlay.on(memories.withClaim(new KeyClaim(STRANGER, 1), NOW));

            living.clockAt(NOW.plus(RETENTION.multipliedBy(9))).keep(SWEEP);
            claimed.clockAt(NOW.plus(RETENTION.multipliedBy(9))).keep(SWEEP);
        }

        @Test
        void keepsThemForEverIfToldSo() {
            SweepSlot never = new SweepSlot(Set.of(), Duration.ofSeconds(Long.MAX_VALUE));

            SlotPlay.on(memories).clockAt(NOW.plus(Duration.ofDays(365_000))).keep(never);
        }

        @Test
        void findsTheSlotsThatItWouldEmpty() {
            assertThat(finds(memories)).isFalse();
            assertThat(new SlotScan.Sweepable(SWEEP).matches(memories, NOW.plus(RETENTION)))
                    .isTrue();
        }

        private static Slot memoriesOf(Stored stored) {
            SlotPlay play = SlotPlay.on(stored);
            play.write(Commit.deleted().op());
            return play.slot();
        }
    }
}
