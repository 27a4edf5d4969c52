// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static dev.rehydrate.slot.operation.Given.HOME;
import static dev.rehydrate.slot.operation.Given.I;
import static dev.rehydrate.slot.operation.Given.KEY;
import static dev.rehydrate.slot.operation.Given.ME;
import static dev.rehydrate.slot.operation.Given.NOW;
import static dev.rehydrate.slot.operation.Given.sequenced;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.decision.CommitAnswer;
import dev.rehydrate.slot.decision.Refusal;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of a command that is repeated after many others: the same as before, or that it is too late to tell. */
@DisplayName("A repeat after many commands")
final class CommandHistoryTest {

    private static final Refusal TOO_LATE = new Refusal.TooLateToTell();

    private final SlotPlay play = SlotPlay.on(Stored.initialized());
    private long drawn = 100;

    private CommandId mine() {
        return sequenced(1, 0, ++drawn);
    }

    private CommandId ofAnother() {
        return sequenced(2, 0, ++drawn);
    }

    private CommandId ofAnotherLane() {
        return sequenced(1, 7, ++drawn);
    }

    private CommitAnswer commit(CommandId id) {
        return play.write(Commit.released().as(id).op());
    }

    @Nested
    @DisplayName("of its own origin")
    final class OfItsOrigin {

        @ParameterizedTest
        @ValueSource(ints = {8, 9, 20, 200})
        void isTooLateToTellAndIsNotCarriedOut(int others) {
            CommandId first = mine();
            commit(first);
            for (int i = 0; i < others; i++) {
                commit(mine());
            }

            assertThat(play.refuse(Commit.released().as(first).op())).isEqualTo(TOO_LATE);
            assertThat(play.refuse(Commit.released()
                            .as(first)
                            .expecting(Expected.revision(Stored.SEEN))
                            .op()))
                    .isEqualTo(TOO_LATE);
            assertThat(play.refuse(Commit.deleted().as(first).op())).isEqualTo(TOO_LATE);
            assertThat(play.refuse(new ControlInstance(first, I, null))).isEqualTo(TOO_LATE);
            assertThat(play.refuse(new RevokeHold(first, I))).isEqualTo(TOO_LATE);
            assertThat(play.refuse(new ReleaseHold(first, ME, Given.hold(1, 1))))
                    .isEqualTo(TOO_LATE);
        }

        @Test
        void isRememberedAfterSevenOthersAndAnyNumberOfLoads() {
            CommandId first = mine();
            CommitAnswer answer = commit(first);
            for (int i = 1; i < Slot.REMEMBERED_COMMANDS; i++) {
                commit(mine());
                play.write(Acquire.byId().as(mine()).op());
                play.write(new RevokeHold(sequenced(3, 0, ++drawn), I));
            }

            assertThat(play.keep(Commit.released().as(first).op()).receipt()).isEqualTo(answer.receipt());
        }

        @Test
        void isCarriedOutIfItFindsWhatItExpectsForThenItNeverWas() {
            CommandId overtaken = mine();
            for (int i = 0; i < 20; i++) {
                commit(mine());
            }
            Commit late = Commit.released().as(overtaken);

            assertThat(play.refuse(late.op())).isEqualTo(TOO_LATE);
            play.write(late.expecting(Expected.revision(play.record().header().revision()))
                    .op());
        }

        @Test
        void isTooLateToTellAlsoAfterAnEarlierOneOfItsLaneCameLateAndWasCarriedOut() {
            CommandId overtaken = mine();
            CommandId forgotten = mine();
            commit(forgotten);
            commit(mine());
            play.write(Commit.deleted().as(mine()).op());
            commit(mine());
            CommitAnswer late = play.write(Commit.released()
                    .as(overtaken)
                    .expecting(Expected.revision(play.record().header().revision()))
                    .op());
            commit(mine());

            assertThat(play.refuse(Commit.released().as(forgotten).op())).isEqualTo(TOO_LATE);
            assertThat(play.keep(Commit.released().as(overtaken).op()).receipt())
                    .isEqualTo(late.receipt());
        }

        @Test
        void isNewIfItsOwnLaneHasNotForgottenAnything() {
            CommandId overtaken = ofAnotherLane();
            for (int i = 0; i < 20; i++) {
                commit(mine());
            }

            commit(overtaken);
        }

        @Test
        void isNewIfItsLaneRemembersAnEarlierOne() {
            for (int i = 0; i < 20; i++) {
                commit(ofAnotherLane());
            }
            CommandId overtaken = ofAnotherLane();
            for (int i = 0; i < 20; i++) {
                commit(mine());
            }

            commit(overtaken);
        }

        @Test
        void ofTheLastCommandOfALaneIsAlwaysRemembered() {
            CommandId first = ofAnotherLane();
            CommitAnswer answer = commit(first);
            for (int i = 0; i < 200; i++) {
                commit(mine());
            }

            assertThat(play.keep(Commit.released().as(first).op()).receipt()).isEqualTo(answer.receipt());
        }

        @Test
        void ofALoadTakesTheHoldOnceMoreUnlessItWouldCreateOrAssociate() {
            AcquireInstance load = Acquire.byId().as(mine()).op();
            play.write(load);
            for (int i = 0; i < 2; i++) {
                play.write(new RevokeHold(ofAnother(), I));
                play.write(Acquire.byId().as(mine()).op());
            }
            CommandId associating = mine();
            play.write(Commit.released()
                    .as(mine())
                    .proving(new LockProof.Abandoned(Hold.of(play.record())))
                    .op());
            for (int i = 0; i < 20; i++) {
                commit(mine());
            }

            assertThat(play.refuse(
                            Acquire.byId().as(associating).associating(KEY).op()))
                    .isEqualTo(TOO_LATE);
            play.write(load);
        }
    }

    /** An application chooses its ids, and may count in either half of them. */
    @Test
    void isNoRepeatIfHalfOfAChosenIdIsTheSame() {
        commit(new CommandId(11, 7));

        commit(new CommandId(12, 7));
        commit(new CommandId(11, 8));

        assertThat(play.slot().recent().commands()).hasSize(3);
    }

    @Nested
    @DisplayName("of other origins")
    final class OfOthers {

        @ParameterizedTest
        @ValueSource(ints = {9, 20, 200})
        void isAnsweredTheSame(int others) {
            CommandId first = mine();
            CommitAnswer answer = commit(first);
            for (int i = 0; i < others; i++) {
                commit(ofAnother());
            }

            assertThat(play.keep(Commit.released().as(first).op()).receipt()).isEqualTo(answer.receipt());
        }

        @Test
        void isForgottenWithItsOriginWhenThatWasIdleForLongerThanTheRetention() {
            Caller caller = new Caller(ME, null, null, Set.of(), Duration.ofHours(1));
            play.write(Commit.released().by(caller).as(mine()).op());
            play.wait(Duration.ofMinutes(59));
            play.write(Commit.released().by(caller).as(ofAnother()).op());
            assertThat(play.slot().recent().origins()).hasSize(2);

            play.wait(Duration.ofMinutes(2));
            play.write(Commit.released().by(caller).as(ofAnother()).op());

            assertThat(play.slot().recent().origins()).hasSize(1);
        }

        @Test
        void isRememberedUntilTheRetentionHasPassed() {
            Caller caller = new Caller(ME, null, null, Set.of(), Duration.ofHours(1));
            CommandId first = mine();
            play.write(Commit.released().by(caller).as(first).op());
            play.wait(Duration.ofHours(1));
            play.write(Commit.released().by(caller).as(ofAnother()).op());

            play.keep(Commit.released().by(caller).as(first).op());
        }

        @Test
        void areBounded() {
            for (int i = 0; i < CommandHistory.MOST_ORIGINS + 5; i++) {
                commit(sequenced(1000 + i, 0, 1));
            }

            assertThat(play.slot().recent().origins()).hasSize(CommandHistory.MOST_ORIGINS);
        }
    }

    @Nested
    @DisplayName("and after the end of the life")
    final class AfterTheEnd {

        @Test
        void isAnsweredTheSameIfItWasTheLastOneAndElseItIsTooLateToTell() {
            CommandId first = mine();
            commit(first);
            CommandId last = mine();
            commit(last);
            Commit end = Commit.deleted().as(mine());
            play.write(end.op());

            play.keep(end.op());
            play.keep(Commit.released().as(last).op());
            assertThat(play.refuse(Commit.released().as(first).op())).isEqualTo(TOO_LATE);
            assertThat(play.refuse(Acquire.byIdOrCreate().as(first).op())).isEqualTo(TOO_LATE);
            assertThat(play.slot().recent().commands()).hasSize(2);
        }

        @Test
        void itIsTooLateToTellOnlyOfWhatWouldChangeSomething() {
            CommandId first = mine();
            commit(first);
            commit(mine());
            play.write(Commit.deleted().as(mine()).op());

            assertThat(play.refuse(Commit.released()
                            .as(first)
                            .expecting(Expected.revision(Stored.SEEN))
                            .op()))
                    .isEqualTo(TOO_LATE);
            assertThat(play.refuse(Acquire.forKey(HOME).as(first).op())).isEqualTo(TOO_LATE);
            assertThat(play.refuse(Acquire.byId().as(first).op())).isEqualTo(new Refusal.NotFound());
            assertThat(play.refuse(Acquire.byKey(HOME).as(first).op())).isEqualTo(new Refusal.NotFound());
        }
    }

    @Test
    @DisplayName("makes two contents with one number two revisions")
    void oneNumberTwoRevisions() {
        SlotPlay otherSide = SlotPlay.on(Stored.initialized());
        commit(mine());
        otherSide.write(Commit.released().as(mine()).op());

        assertThat(play.record().header().revision().number())
                .isEqualTo(otherSide.record().header().revision().number());
        assertThat(play.record().header().revision())
                .isNotEqualTo(otherSide.record().header().revision());
        assertThat(play.refuse(Commit.released()
                        .as(mine())
                        .expecting(Expected.revision(otherSide.record().header().revision()))
                        .op()))
                .isInstanceOf(Refusal.Mismatch.class);
        assertThat(play.slot().changedAt()).isEqualTo(NOW);
    }

    /** The two sides of a split may both be given a command that was in doubt. */
    @Test
    void oneCommandAfterTwoHistoriesMakesTwoRevisions() {
        SlotPlay otherSide = SlotPlay.on(Stored.initialized());
        commit(mine());
        otherSide.write(Commit.released().as(mine()).op());
        CommandId both = mine();

        play.write(Commit.released().as(both).op());
        otherSide.write(Commit.released().as(both).op());

        assertThat(play.record().header().revision().number())
                .isEqualTo(otherSide.record().header().revision().number());
        assertThat(play.record().header().revision())
                .isNotEqualTo(otherSide.record().header().revision());
    }
}
