// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static dev.rehydrate.slot.operation.Given.HOME;
import static dev.rehydrate.slot.operation.Given.I;
import static dev.rehydrate.slot.operation.Given.ID;
import static dev.rehydrate.slot.operation.Given.KEY;
import static dev.rehydrate.slot.operation.Given.NOW;
import static dev.rehydrate.slot.operation.Given.OTHER;
import static dev.rehydrate.slot.operation.Given.command;
import static dev.rehydrate.slot.operation.Stored.SEEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.change.SuspensionChange;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.instance.Suspension;
import dev.rehydrate.slot.Tombstone;
import dev.rehydrate.slot.decision.ControlAnswer;
import dev.rehydrate.slot.decision.Refusal;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What an administrator does, regardless of who holds the instance: contract §2.10 and §4.8. */
@DisplayName("An administrator, contract §2.10")
final class ControlInstanceTest {

    private static ControlInstance suspend() {
        return new ControlInstance(command(), I, new SuspensionChange.Suspend("audit", "java.lang.Error"));
    }

    private static ControlInstance resume() {
        return new ControlInstance(command(), I, new SuspensionChange.Resume());
    }

    private static ControlInstance delete() {
        return new ControlInstance(command(), I, null);
    }

    @Nested
    @DisplayName("suspends")
    final class Suspends {

        @Test
        void whoeverHoldsIt() {
            Stored held = Stored.initialized().heldBy(OTHER).dueAt(NOW).underEpoch(4);
            SlotPlay play = SlotPlay.on(held);

            ControlAnswer answer = play.write(suspend());

            assertThat(play.record().header().suspension()).isEqualTo(new Suspension("audit", "java.lang.Error", NOW));
            assertThat(play.record().header().holder()).isEqualTo(OTHER);
            assertThat(play.record().header().token()).isEqualTo(new FencingToken(Stored.TOKEN));
            assertThat(play.record().header().revision().number()).isEqualTo(SEEN.number() + 1);
            assertThat(play.record().data()).isEqualTo(held.record().data());
            assertThat(answer.runnableAt()).isNull();
            assertThat(answer.droppedKeys()).isEmpty();
            assertThat(answer.claimEpoch()).isEqualTo(4);
        }

        @Test
        void andTheHoldersNextSaveLeavesItSuspended() {
            Stored held = Stored.initialized().heldBy(Given.ME);
            SlotPlay play = SlotPlay.on(held);

            play.write(suspend());
            play.write(Commit.released()
                    .holding(held.hold())
                    .replacing("text", "new")
                    .op());

            assertThat(play.record().header().suspension()).isNotNull();
        }

        @Test
        void onlyWhatIsThereAndHasNotEnded() {
            assertThat(SlotPlay.onNothing().refuse(suspend())).isEqualTo(new Refusal.NotFound());
            assertThat(SlotPlay.on(Stored.completed()).refuse(suspend())).isEqualTo(new Refusal.InstanceCompleted(ID));
        }
    }

    @Nested
    @DisplayName("resumes")
    final class Resumes {

        @Test
        void andSaysWhenTheInstanceWantsToRun() {
            SlotPlay play = SlotPlay.on(Stored.initialized().suspended().dueAt(NOW.minusSeconds(5)));

            assertThat(play.write(resume()).runnableAt()).isEqualTo(NOW.minusSeconds(5));
            assertThat(play.record().header().suspension()).isNull();
        }

        @Test
        void whatIsHeldWithoutAnnouncingIt() {
            SlotPlay play =
                    SlotPlay.on(Stored.initialized().suspended().dueAt(NOW).heldBy(OTHER));

            assertThat(play.write(resume()).runnableAt()).isNull();
        }
    }

    @Nested
    @DisplayName("takes a hold away")
    final class TakesAHoldAway {

        private final RevokeHold revoke = new RevokeHold(command(), I);

        @Test
        void fromALiveOwnerAndChangesNothingElse() {
            Stored held = Stored.initialized().heldBy(OTHER).dueAt(NOW).underEpoch(4);
            SlotPlay play = SlotPlay.on(held);

            ControlAnswer answer = play.write(revoke);

            assertThat(play.record().header().holder()).isNull();
            assertThat(play.record().header().token()).isEqualTo(new FencingToken(Stored.TOKEN + 1));
            assertThat(play.record().header().revision()).isEqualTo(SEEN);
            assertThat(play.record().header().updatedAt())
                    .isEqualTo(held.record().header().updatedAt());
            assertThat(play.record().data()).isEqualTo(held.record().data());
            assertThat(answer).isEqualTo(new ControlAnswer(4, Set.of(), NOW));
        }

        @Test
        void byWhichTheIdleTimeBeginsAnew() {
            Duration hour = Duration.ofHours(1);
            SlotPlay play = SlotPlay.on(Stored.initialized().heldBy(OTHER).idleFor(hour))
                    .wait(hour.multipliedBy(2));

            play.write(revoke);

            assertThat(play.record().header().expiresAt()).isEqualTo(NOW.plus(hour.multipliedBy(3)));
        }

        @Test
        void soThatItsHolderIsRefusedWhateverItDoes() {
            Stored held = Stored.initialized().heldBy(Given.ME);
            SlotPlay play = SlotPlay.on(held);

            play.write(revoke);

            assertThat(play.refuse(Commit.held().holding(held.hold()).op())).isEqualTo(new Refusal.HoldLost());
            assertThat(play.refuse(new ReleaseHold(command(), Given.ME, held.hold())))
                    .isEqualTo(new Refusal.HoldLost());
        }

        @Test
        void thatIsThereAndLeavesTheRest() {
            SlotPlay free = SlotPlay.on(Stored.initialized());

            free.keep(revoke);

            assertThat(SlotPlay.onNothing().refuse(revoke)).isEqualTo(new Refusal.NotFound());
            assertThat(SlotPlay.on(Stored.completed()).refuse(revoke)).isEqualTo(new Refusal.InstanceCompleted(ID));
        }
    }

    @Nested
    @DisplayName("deletes")
    final class Deletes {

        @Test
        void whoeverHoldsItWithAllItsKeys() {
            SlotPlay play = SlotPlay.on(Stored.initialized()
                    .heldBy(OTHER)
                    .with(HOME, KeyState.ASSOCIATED)
                    .with(KEY, KeyState.COMPLETED)
                    .underEpoch(4));

            ControlAnswer answer = play.write(delete());

            assertThat(play.slot().instance()).isNull();
            assertThat(play.slot().tombstone()).isEqualTo(new Tombstone(SEEN, new FencingToken(Stored.TOKEN)));
            assertThat(play.slot().claimEpoch()).isEqualTo(5);
            assertThat(answer.claimEpoch()).isEqualTo(5);
            assertThat(answer.droppedKeys()).containsExactlyInAnyOrder(HOME, KEY);
            assertThat(answer.runnableAt()).isNull();
        }

        @Test
        void alsoWhatIsCompletedOrNeverGotData() {
            SlotPlay kept = SlotPlay.on(Stored.completed());
            SlotPlay bare = SlotPlay.on(Stored.uninitialized());

            kept.write(delete());
            bare.write(delete());

            assertThat(kept.slot().instance()).isNull();
            assertThat(bare.slot().instance()).isNull();
        }

        @Test
        void andTheHolderHasLostItsHold() {
            Stored held = Stored.initialized().heldBy(Given.ME);
            SlotPlay play = SlotPlay.on(held);

            play.write(delete());

            assertThat(play.refuse(Commit.held().holding(held.hold()).op())).isEqualTo(new Refusal.HoldLost());
        }

        @Test
        void nothingWhereNothingIs() {
            assertThat(SlotPlay.onNothing().refuse(delete())).isEqualTo(new Refusal.NotFound());
        }
    }
}
