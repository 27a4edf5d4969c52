// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static dev.rehydrate.slot.operation.Given.ID;
import static dev.rehydrate.slot.operation.Given.ME;
import static dev.rehydrate.slot.operation.Given.OTHER;
import static dev.rehydrate.slot.operation.Stored.SEEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.Expected;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.slot.decision.Refusal;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The two ways to be safe meet here: what a commit expects, and what comes first when it is wrong twice. */
@DisplayName("The expectation of a commit")
final class CommitExpectationTest {

    private static final Revision STALE = new Revision(Stored.LIFE, 5);
    private static final Refusal MISMATCH = new Refusal.Mismatch(SEEN);

    @Nested
    @DisplayName("of a revision")
    final class OfARevision {

        @Test
        void isMetByThatRevision() {
            SlotPlay play = SlotPlay.on(Stored.initialized());

            play.write(expecting(SEEN));

            assertThat(play.record().header().revision().number()).isEqualTo(SEEN.number() + 1);
        }

        @Test
        void isNotMetByAnother() {
            assertThat(SlotPlay.on(Stored.initialized()).refuse(expecting(STALE)))
                    .isEqualTo(MISMATCH);
        }

        @Test
        void isNotMetByTheSameNumberInAnotherLife() {
            Revision firstLife = new Revision(Stored.LIFE - 1, SEEN.number());

            assertThat(SlotPlay.on(Stored.initialized()).refuse(expecting(firstLife)))
                    .isEqualTo(MISMATCH);
        }

        @Test
        void isNotMetByNothing() {
            assertThat(SlotPlay.onNothing().refuse(expecting(SEEN))).isEqualTo(new Refusal.Mismatch(null));
        }

        @Test
        void countsForTheHolderToo() {
            Stored mine = Stored.initialized().heldBy(ME);
            CommitInstance stale = Commit.held()
                    .holding(mine.hold())
                    .expecting(Expected.revision(STALE))
                    .op();

            assertThat(SlotPlay.on(mine).refuse(stale)).isEqualTo(MISMATCH);
        }
    }

    @Nested
    @DisplayName("of presence")
    final class OfPresence {

        private static CommitInstance present() {
            return Commit.released().expecting(Expected.present()).op();
        }

        @Test
        void isMetByAnyInstanceWithData() {
            SlotPlay play = SlotPlay.on(Stored.initialized());

            play.write(present());

            assertThat(play.record().header().revision().number()).isEqualTo(SEEN.number() + 1);
        }

        @Test
        void isNotMetByNothing() {
            assertThat(SlotPlay.onNothing().refuse(present())).isEqualTo(new Refusal.Mismatch(null));
        }

        @Test
        void isNotMetByALeftoverThatNeverGotData() {
            assertThat(SlotPlay.on(Stored.uninitialized()).refuse(present())).isEqualTo(MISMATCH);
        }
    }

    @Nested
    @DisplayName("of a number")
    final class OfANumber {

        private static CommitInstance numbered(long number) {
            return Commit.released().expecting(Expected.numbered(number)).op();
        }

        @Test
        void isMetByThatNumberInWhateverLife() {
            SlotPlay play = SlotPlay.on(Stored.initialized());

            play.write(numbered(SEEN.number()));

            assertThat(play.record().header().revision().number()).isEqualTo(SEEN.number() + 1);
        }

        @Test
        void isNotMetByAnother() {
            assertThat(SlotPlay.on(Stored.initialized()).refuse(numbered(STALE.number())))
                    .isEqualTo(MISMATCH);
        }

        @Test
        void isNotMetByNothing() {
            assertThat(SlotPlay.onNothing().refuse(numbered(1))).isEqualTo(new Refusal.Mismatch(null));
        }
    }

    @Nested
    @DisplayName("of absence")
    final class OfAbsence {

        @Test
        void isMetByNothing() {
            SlotPlay play = SlotPlay.onNothing();

            play.write(Commit.released()
                    .expecting(Expected.absent())
                    .replacing("text", "first")
                    .op());

            assertThat(play.record().header().revision().number()).isEqualTo(1);
        }

        @Test
        void adoptsALeftoverThatNeverGotData() {
            SlotPlay play = SlotPlay.on(Stored.uninitialized());

            play.write(Commit.released()
                    .expecting(Expected.absent())
                    .replacing("text", "first")
                    .op());

            assertThat(play.record().state()).isEqualTo(InstanceState.INITIALIZED);
            assertThat(play.record().header().revision().number()).isEqualTo(SEEN.number() + 1);
        }

        @Test
        void leavesALeftoverToWhoHoldsIt() {
            assertThat(SlotPlay.on(Stored.uninitialized().heldBy(OTHER))
                            .refuse(Commit.released()
                                    .expecting(Expected.absent())
                                    .op()))
                    .isEqualTo(new Refusal.HeldBy(OTHER));
        }

        @Test
        void isNotMetByAnInitializedInstance() {
            assertThat(SlotPlay.on(Stored.initialized())
                            .refuse(Commit.released()
                                    .expecting(Expected.absent())
                                    .op()))
                    .isEqualTo(MISMATCH);
        }
    }

    @Nested
    @DisplayName("when the hold is wrong too")
    final class Precedence {

        @Test
        void comesBeforeAHoldOfAnother() {
            assertThat(SlotPlay.on(Stored.initialized().heldBy(OTHER)).refuse(expecting(STALE)))
                    .isEqualTo(MISMATCH);
        }

        @Test
        void comesBeforeAHoldOfTheOwnOwner() {
            assertThat(SlotPlay.on(Stored.initialized().heldBy(ME)).refuse(expecting(STALE)))
                    .isEqualTo(MISMATCH);
        }

        @Test
        void leavesAHoldOfAnotherToBeRefusedIfItIsMet() {
            assertThat(SlotPlay.on(Stored.initialized().heldBy(OTHER)).refuse(expecting(SEEN)))
                    .isEqualTo(new Refusal.HeldBy(OTHER));
        }

        @Test
        void leavesAHoldOfTheOwnOwnerToBeRefusedIfItIsMet() {
            Stored mine = Stored.initialized().heldBy(ME);

            assertThat(SlotPlay.on(mine).refuse(expecting(SEEN))).isEqualTo(new Refusal.AlreadyMine(mine.hold()));
        }

        @Test
        void comesAfterALostHold() {
            CommitInstance twiceWrong = Commit.held()
                    .holding(Given.hold(Stored.LIFE, 1))
                    .expecting(Expected.revision(STALE))
                    .op();

            assertThat(SlotPlay.on(Stored.initialized().heldBy(OTHER)).refuse(twiceWrong))
                    .isEqualTo(new Refusal.HoldLost());
        }

        @Test
        void comesAfterAHoldOnWhatIsGone() {
            CommitInstance twiceWrong = Commit.held()
                    .holding(Given.hold(Stored.LIFE, 1))
                    .expecting(Expected.revision(STALE))
                    .op();

            assertThat(SlotPlay.onNothing().refuse(twiceWrong)).isEqualTo(new Refusal.HoldLost());
        }

        @Test
        void comesAfterCompletion() {
            assertThat(SlotPlay.on(Stored.completed()).refuse(expecting(STALE)))
                    .isEqualTo(new Refusal.InstanceCompleted(ID));
        }
    }

    private static CommitInstance expecting(Revision revision) {
        return Commit.released().expecting(Expected.revision(revision)).op();
    }
}
