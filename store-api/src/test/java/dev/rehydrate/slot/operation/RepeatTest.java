// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static dev.rehydrate.slot.operation.Given.DEAD;
import static dev.rehydrate.slot.operation.Given.I;
import static dev.rehydrate.slot.operation.Given.KEY;
import static dev.rehydrate.slot.operation.Given.ME;
import static dev.rehydrate.slot.operation.Given.NOW;
import static dev.rehydrate.slot.operation.Given.OTHER;
import static dev.rehydrate.slot.operation.Given.command;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.change.SuspensionChange;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.decision.CommitAnswer;
import dev.rehydrate.slot.decision.ControlAnswer;
import dev.rehydrate.slot.decision.LoadGrant;
import dev.rehydrate.slot.decision.Refusal;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The same command twice changes nothing and is answered the same, also after deletion and a second life. */
@DisplayName("A command given again")
final class RepeatTest {

    private static final Caller OTHER_CALLER = new Caller(OTHER, null, null, Set.of(DEAD));

    /** Ends the life that is there and begins another, held by the same owner under the same first token. */
    private static void liveAgain(SlotPlay play) {
        play.write(new ControlInstance(command(), I, null));
        play.write(Acquire.byIdOrCreate().op());
    }

    @Nested
    @DisplayName("that commits")
    final class Commits {

        private final Stored mine = Stored.initialized().heldBy(ME).underEpoch(2);
        private final SlotPlay play = SlotPlay.on(mine);
        private final CommitInstance commit =
                Commit.held().holding(mine.hold()).replacing("text", "new").op();
        private final CommitAnswer first = play.write(commit);

        @Test
        void isAnsweredWithTheSameReceipt() {
            CommitAnswer again = play.keep(commit);

            assertThat(again.receipt()).isEqualTo(first.receipt());
            assertThat(again.claimEpoch()).isEqualTo(2);
            assertThat(again.droppedKeys()).isEmpty();
            assertThat(again.runnableAt()).isNull();
        }

        @Test
        void isAnsweredTheSameAfterTheHoldHasPassedOn() {
            play.write(new ReleaseHold(command(), ME, mine.hold()));
            play.write(Acquire.byId().by(OTHER_CALLER).op());

            assertThat(play.keep(commit).receipt()).isEqualTo(first.receipt());
        }

        @Test
        void isAnsweredTheSameInALaterLife() {
            liveAgain(play);

            assertThat(play.keep(commit).receipt()).isEqualTo(first.receipt());
        }

        @Test
        void isAnsweredTheSameAfterItsOwnDeletion() {
            CommitInstance end = Commit.deleted().holding(mine.hold()).op();
            CommitAnswer ended = play.write(end);

            assertThat(play.keep(end).receipt()).isEqualTo(ended.receipt());
            play.write(Acquire.byIdOrCreate().op());
            assertThat(play.keep(end).receipt()).isEqualTo(ended.receipt());
        }

        @Test
        void isAnsweredTheSameThoughTheRevisionItExpectedHasPassed() {
            SlotPlay optimistic = SlotPlay.on(Stored.initialized());
            CommitInstance save =
                    Commit.released().expecting(Expected.revision(Stored.SEEN)).op();

            CommitAnswer saved = optimistic.write(save);

            assertThat(optimistic.keep(save).receipt()).isEqualTo(saved.receipt());
        }

        @Test
        void isAnsweredTheSameAfterExpiry() {
            play.write(Commit.released()
                    .holding(mine.hold())
                    .idleTtl(Duration.ofSeconds(1))
                    .op());
            play.wait(Duration.ofSeconds(1));

            assertThat(play.keep(commit).receipt()).isEqualTo(first.receipt());
            assertThat(play.keep(commit).claimEpoch()).isEqualTo(3);
        }
    }

    @Nested
    @DisplayName("that acquires")
    final class Acquires {

        private final SlotPlay play = SlotPlay.on(Stored.initialized().underEpoch(2));
        private final AcquireInstance acquire =
                Acquire.byId().associating(KEY).under(2).op();
        private final LoadGrant first = play.write(acquire);

        @Test
        void isAnsweredTheSameWhileTheHoldStands() {
            assertThat(play.keep(acquire)).isEqualTo(first);
        }

        @Test
        void isGrantedWhatTheInstanceHasBecomeInTheSameHold() {
            Hold hold = Given.hold(Stored.LIFE, Stored.TOKEN + 1);
            play.write(Commit.held().holding(hold).replacing("text", "new").op());

            assertThat(play.keep(acquire).record()).isEqualTo(play.record());
        }

        @Test
        void hasLostAHoldThatWasGivenBack() {
            play.write(new ReleaseHold(command(), ME, Given.hold(Stored.LIFE, Stored.TOKEN + 1)));

            assertThat(play.refuse(acquire)).isEqualTo(new Refusal.HoldLost());
        }

        @Test
        void hasLostAHoldThatPassedToANewerHandle() {
            play.write(Acquire.byId()
                    .proving(new LockProof.Abandoned(Given.hold(Stored.LIFE, Stored.TOKEN + 1)))
                    .op());

            assertThat(play.refuse(acquire)).isEqualTo(new Refusal.HoldLost());
        }

        @Test
        void hasLostAHoldOnALifeThatIsOver() {
            SlotPlay fresh = SlotPlay.onNothing();
            AcquireInstance create = Acquire.byIdOrCreate().op();
            fresh.write(create);
            liveAgain(fresh);

            assertThat(fresh.refuse(create)).isEqualTo(new Refusal.HoldLost());
        }

        /** An application that chooses its ids may choose one twice. */
        @Test
        void hasLostTheHoldIfItsIdIsThatOfACommandThatGrantsNone() {
            ReleaseHold release = new ReleaseHold(command(), ME, Given.hold(Stored.LIFE, Stored.TOKEN + 1));
            play.write(release);

            assertThat(play.refuse(Acquire.byId().as(release.id()).op())).isEqualTo(new Refusal.HoldLost());
        }

        @Test
        void hasLostAHoldOnWhatIsGone() {
            play.write(new ControlInstance(command(), I, null));

            assertThat(play.refuse(acquire)).isEqualTo(new Refusal.HoldLost());
        }
    }

    @Nested
    @DisplayName("that controls or releases")
    final class Others {

        @Test
        void doesNotDeleteTheNextLife() {
            SlotPlay play = SlotPlay.on(
                    Stored.initialized().with(KEY, KeyState.ASSOCIATED).underEpoch(5));
            ControlInstance delete = new ControlInstance(command(), I, null);
            play.write(delete);

            assertThat(play.keep(delete)).isEqualTo(new ControlAnswer(6, Set.of(), null));
            play.write(Acquire.byIdOrCreate().op());
            assertThat(play.keep(delete)).isEqualTo(new ControlAnswer(6, Set.of(), null));
            assertThat(play.slot().instance()).isNotNull();
        }

        @Test
        void doesNotSuspendAgain() {
            SlotPlay play = SlotPlay.on(Stored.initialized());
            ControlInstance suspend = new ControlInstance(command(), I, new SuspensionChange.Suspend("audit", null));
            play.write(suspend);
            play.write(new ControlInstance(command(), I, new SuspensionChange.Resume()));

            assertThat(play.keep(suspend).droppedKeys()).isEmpty();
            assertThat(play.record().header().suspension()).isNull();
        }

        @Test
        void doesNotReleaseANewHold() {
            SlotPlay play = SlotPlay.on(Stored.initialized().heldBy(ME).dueAt(NOW));
            ReleaseHold release = new ReleaseHold(command(), ME, Given.hold(Stored.LIFE, Stored.TOKEN));
            play.write(release);
            play.write(Acquire.byId().op());

            assertThat(play.keep(release)).isEqualTo(Optional.empty());
            assertThat(play.record().header().holder()).isEqualTo(ME);
        }
    }

    @Nested
    @DisplayName("after many others")
    final class Memory {

        private final SlotPlay play = SlotPlay.on(Stored.initialized());
        private final CommandId first = command();

        private void commit(CommandId id) {
            play.write(Commit.released().as(id).op());
        }

        @Test
        void isRememberedForAsLongAsTheSlotPromises() {
            commit(first);
            for (int i = 1; i < Slot.REMEMBERED_COMMANDS; i++) {
                commit(command());
            }

            play.keep(Commit.released().as(first).op());
            assertThat(play.slot().recent().commands()).hasSize(Slot.REMEMBERED_COMMANDS);
            assertThat(play.slot().recent().commands().get(0).id()).isEqualTo(first);
        }

        @Test
        void isForgottenThenAndTheMemoryStaysAsItWas() {
            commit(first);
            for (int i = 0; i < Slot.REMEMBERED_COMMANDS; i++) {
                commit(command());
            }

            assertThat(play.slot().recent().commands()).hasSize(Slot.REMEMBERED_COMMANDS);
            play.write(Commit.released().as(first).op());
        }

        @Test
        void wasNeverRememberedIfItWasRefused() {
            Commit commit = Commit.released().expecting(Expected.absent());
            play.refuse(commit.op());

            play.write(commit.expecting(Expected.any()).op());

            assertThat(play.slot().recent().commands()).hasSize(1);
        }
    }
}
