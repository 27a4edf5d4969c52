// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static dev.rehydrate.slot.operation.Given.AT;
import static dev.rehydrate.slot.operation.Given.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.decision.Refusal;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Lives of one id never blur: a re-created id gets a later incarnation, and nothing of a first life passes in a
 * second.
 */
@DisplayName("Two lives of one id")
final class LivesTest {

    private final SlotPlay play = SlotPlay.onNothing();

    private SaveReceipt begin() {
        return play.write(Commit.held().replacing("text", "born").op()).receipt();
    }

    private Hold holdOf(SaveReceipt receipt) {
        return new Hold(receipt.revision().incarnation(), receipt.token());
    }

    private void end(SaveReceipt life) {
        play.write(Commit.deleted().holding(holdOf(life)).op());
    }

    @ParameterizedTest(name = "with the clock moved by {0} s")
    @ValueSource(longs = {3600, 1, 0, -1, -3600, -2_000_000_000L})
    void areOrderedWhateverTheClockDoes(long seconds) {
        SaveReceipt first = begin();
        end(first);
        play.wait(Duration.ofSeconds(seconds));

        Revision second = begin().revision();

        assertThat(second.incarnation()).isGreaterThan(first.revision().incarnation());
        assertThat(second).isGreaterThan(first.revision());
        assertThat(second.number()).isEqualTo(1);
    }

    @Test
    void areOrderedHoweverManyThereAreInOneInstant() {
        SaveReceipt last = begin();
        for (int i = 0; i < 50; i++) {
            end(last);
            SaveReceipt next = begin();
            assertThat(next.revision().incarnation())
                    .isGreaterThan(last.revision().incarnation());
            last = next;
        }
    }

    @Test
    void beginWithTheFirstTokenEach() {
        end(begin());

        assertThat(begin().token()).isEqualTo(FencingToken.FIRST);
    }

    @Nested
    @DisplayName("so that in the second")
    final class InTheSecond {

        private final SaveReceipt first = begin();
        private final SaveReceipt second = second();

        private SaveReceipt second() {
            end(first);
            return begin();
        }

        @Test
        void theHoldOfTheFirstIsLostForASave() {
            assertThat(play.refuse(Commit.held().holding(holdOf(first)).op())).isEqualTo(new Refusal.HoldLost());
            play.write(Commit.held().holding(holdOf(second)).op());
        }

        @Test
        void theHoldOfTheFirstIsLostForARelease() {
            assertThat(play.refuse(new ReleaseHold(Given.command(), Given.ME, holdOf(first))))
                    .isEqualTo(new Refusal.HoldLost());
        }

        @Test
        void theHoldOfTheFirstIsNoOrphan() {
            assertThat(play.refuse(Acquire.byId()
                            .proving(new LockProof.Abandoned(holdOf(first)))
                            .op()))
                    .isEqualTo(new Refusal.AlreadyMine(holdOf(second)));
        }

        @Test
        void theETagOfTheFirstDoesNotMatch() {
            assertThat(play.refuse(Commit.held()
                            .holding(holdOf(second))
                            .expecting(Expected.revision(first.revision()))
                            .op()))
                    .isEqualTo(new Refusal.Mismatch(second.revision()));
        }
    }

    @Nested
    @DisplayName("that is not remembered")
    final class Forgotten {

        @Test
        void differInTheTimeAtWhichTheyBegan() {
            long early = lifeBegun(NOW, new CommandId(1, 1));
            long late = lifeBegun(NOW.plusMillis(1), new CommandId(1, 1));

            assertThat(late).isGreaterThan(early);
        }

        @Test
        void differByTheCommandThatBeganThemIfTheTimeIsTheSame() {
            assertThat(lifeBegun(NOW, new CommandId(1, 1))).isNotEqualTo(lifeBegun(NOW, new CommandId(1, 2)));
        }

        @Test
        void areOrderedByTimeWhateverTheirCommands() {
            assertThat(lifeBegun(NOW.plusMillis(1), new CommandId(0, 0)))
                    .isGreaterThan(lifeBegun(NOW, new CommandId(-1, -1)));
        }

        @Test
        void beginEvenBeforeTheEpochOfTheClock() {
            assertThat(lifeBegun(Instant.EPOCH.minusSeconds(5), new CommandId(1, 1)))
                    .isBetween(0L, 1L << 20);
        }

        private long lifeBegun(Instant when, CommandId command) {
            return InstanceDraft.begin(AT, Slot.EMPTY, Given.I, command, when)
                    .revision
                    .incarnation();
        }
    }
}
