// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static dev.rehydrate.slot.operation.Given.I;
import static dev.rehydrate.slot.operation.Given.ME;
import static dev.rehydrate.slot.operation.Given.sequenced;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.change.IdleTtlChange;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.decision.CommitAnswer;
import dev.rehydrate.slot.decision.Refusal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which commands of one origin are forgotten, and that none of these is ever carried out a second time. */
@DisplayName("The memory of one origin")
final class OriginHistoryTest {

    private static final Refusal TOO_LATE = new Refusal.TooLateToTell();

    private final SlotPlay play = SlotPlay.on(Stored.initialized());

    private CommitAnswer commit(CommandId id) {
        return play.write(Commit.released().as(id).op());
    }

    private CommitAnswer again(CommandId id) {
        return play.keep(Commit.released().as(id).op());
    }

    private Refusal refused(CommandId id) {
        return play.refuse(Commit.released().as(id).op());
    }

    private void touch(CommandId id) {
        play.write(new ExtendIdleTime(id, I, new IdleTtlChange.Keep()));
    }

    @Nested
    @DisplayName("with a sequence")
    final class Sequenced {

        @ParameterizedTest
        @ValueSource(ints = {0, 1, 63})
        void knowsOfEachLaneWhetherItHasForgottenCommandsOfIt(int lane) {
            for (int i = 1; i <= 20; i++) {
                commit(sequenced(1, lane, i));
            }

            assertThat(refused(sequenced(1, lane, 1))).isEqualTo(TOO_LATE);
            assertThat(refused(sequenced(1, lane, 12))).isEqualTo(TOO_LATE);
            again(sequenced(1, lane, 13));
        }

        @Test
        void doesNotTakeTheRememberedCommandOfAnotherLaneForOneOfTheForgottenLane() {
            commit(sequenced(1, 7, 1));
            for (int i = 2; i <= 20; i++) {
                commit(sequenced(1, 0, i));
            }

            again(sequenced(1, 7, 1));
            assertThat(refused(sequenced(1, 0, 2))).isEqualTo(TOO_LATE);
        }

        @Test
        void forgetsWhatWasDrawnFirstAndNotWhatCameFirst() {
            CommitAnswer second = commit(sequenced(1, 0, 2));
            commit(sequenced(1, 0, 1));
            for (int i = 3; i <= 9; i++) {
                commit(sequenced(1, 0, i));
            }

            assertThat(again(sequenced(1, 0, 2)).receipt()).isEqualTo(second.receipt());
            assertThat(refused(sequenced(1, 0, 1))).isEqualTo(TOO_LATE);
        }

        @Test
        void remembersOneThatCameLateThoughTwoLoadsCameJustBefore() {
            CommandId late = sequenced(1, 0, 1);
            for (int i = 2; i <= 20; i++) {
                commit(sequenced(1, 0, i));
            }
            touch(sequenced(1, 0, 21));
            touch(sequenced(1, 0, 22));
            CommitAnswer first = play.write(Commit.released()
                    .as(late)
                    .expecting(Expected.revision(play.record().header().revision()))
                    .op());

            assertThat(again(late).receipt()).isEqualTo(first.receipt());
        }

        /** What does no harm is done again; a hold that still stands was not given back. */
        @Test
        void carriesOutWhatItMayHaveForgottenIfThatDoesNoHarm() {
            play.write(Acquire.byId().as(sequenced(2, 0, 1)).op());
            Hold hold = Hold.of(play.record());
            for (int i = 2; i <= 20; i++) {
                play.write(Commit.held().holding(hold).as(sequenced(1, 0, i)).op());
            }

            touch(sequenced(1, 0, 1));
            play.write(new ReleaseHold(sequenced(1, 0, 0), ME, hold));
            assertThat(play.record().header().holder()).isNull();
        }

        @Test
        void carriesOutWhatIsLaterThanAllThatItHasForgottenOfALifeThatHasEnded() {
            commit(sequenced(1, 0, 1));
            commit(sequenced(1, 0, 2));
            commit(sequenced(1, 7, 3));
            play.write(Commit.deleted().as(sequenced(1, 7, 5)).op());

            assertThat(refused(sequenced(1, 0, 2))).isEqualTo(TOO_LATE);
            commit(sequenced(1, 0, 6));
        }
    }

    @Nested
    @DisplayName("of chosen ids")
    final class Chosen {

        /** Neither half of a chosen id says when it was drawn. */
        private List<CommandId> falling(int howMany) {
            List<CommandId> ids = new ArrayList<>();
            for (long i = howMany; i > 0; i--) {
                ids.add(new CommandId(i, i << 48 | i));
            }
            return ids;
        }

        @Test
        void keepsTheLastEightAsTheyCame() {
            List<CommandId> ids = falling(20);
            ids.forEach(OriginHistoryTest.this::commit);

            ids.subList(12, 20).forEach(OriginHistoryTest.this::again);
            assertThat(play.slot().recent().origins()).singleElement().satisfies(memory -> {
                assertThat(memory.recent()).hasSize(Slot.REMEMBERED_COMMANDS);
                assertThat(memory.forgottenLanes()).isZero();
                assertThat(memory.forgottenThrough()).isZero();
            });
        }

        @Test
        void outlivesTheInstance() {
            List<CommandId> ids = falling(7);
            ids.forEach(OriginHistoryTest.this::commit);
            play.write(Commit.deleted().op());

            ids.forEach(OriginHistoryTest.this::again);
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2, 20})
        void losesNoSaveToCommandsThatDoNoHarmAgain(int touches) {
            List<CommandId> ids = falling(8);
            ids.forEach(OriginHistoryTest.this::commit);
            for (int i = 0; i < touches; i++) {
                touch(new CommandId(100, i));
            }

            ids.forEach(OriginHistoryTest.this::again);
            play.keep(new ExtendIdleTime(new CommandId(100, touches - 1), I, new IdleTtlChange.Keep()));
            assertThat(play.slot().recent().commands()).hasSizeLessThanOrEqualTo(Slot.REMEMBERED_COMMANDS + 2);
        }
    }
}
