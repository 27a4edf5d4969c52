// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static dev.rehydrate.slot.operation.Given.HOME;
import static dev.rehydrate.slot.operation.Given.ID;
import static dev.rehydrate.slot.operation.Given.KEY;
import static dev.rehydrate.slot.operation.Given.ME;
import static dev.rehydrate.slot.operation.Given.NOW;
import static dev.rehydrate.slot.operation.Given.SECOND;
import static dev.rehydrate.slot.operation.Given.STRANGER;
import static dev.rehydrate.slot.operation.Stored.SEEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.change.DueChange;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.SuspensionChange;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.Tombstone;
import dev.rehydrate.slot.decision.CommitAnswer;
import dev.rehydrate.slot.decision.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** How an instance ends: contract §2.4, completion with both actions. */
@DisplayName("Completion, contract §2.4")
final class CompletionTest {

    private static Stored living() {
        return Stored.initialized()
                .heldBy(ME)
                .dueAt(NOW)
                .with(HOME, KeyState.ASSOCIATED)
                .with(KEY, KeyState.ASSOCIATED)
                .with(SECOND, KeyState.COMPLETED);
    }

    @Nested
    @DisplayName("that keeps the instance")
    final class Keeping {

        @Test
        void leavesItCompletedWithItsLastDataAndAllKeysReserved() {
            SlotPlay play = SlotPlay.on(living());

            CommitAnswer answer = play.write(Commit.completed()
                    .holding(living().hold())
                    .replacing("text", "final")
                    .op());

            InstanceRecord record = play.record();
            assertThat(record.state()).isEqualTo(InstanceState.COMPLETED);
            assertThat(record.data()).isEqualTo(Given.bag("text", "final"));
            assertThat(record.keys().values()).allMatch(entry -> entry.state() == KeyState.COMPLETED);
            assertThat(record.keys()).containsOnlyKeys(HOME, KEY, SECOND);
            assertThat(answer.receipt().state()).isEqualTo(InstanceState.COMPLETED);
            assertThat(answer.receipt().revision().number()).isEqualTo(SEEN.number() + 1);
            assertThat(answer.droppedKeys()).isEmpty();
        }

        @Test
        void endsItsIdleTimeUnlessItSetsOneForWhatIsKept() {
            Duration hour = Duration.ofHours(1);
            SlotPlay kept = SlotPlay.on(living().idleFor(hour));
            SlotPlay ending = SlotPlay.on(living().idleFor(hour));

            kept.write(Commit.completed().holding(living().hold()).op());
            ending.write(
                    Commit.completed().holding(living().hold()).idleTtl(hour).op());

            assertThat(kept.record().idleTtl()).isNull();
            assertThat(kept.record().header().expiresAt()).isNull();
            assertThat(ending.record().header().expiresAt()).isEqualTo(NOW.plus(hour));
        }

        @Test
        void leavesNoHoldAndNoDueTimeEvenIfOneIsSet() {
            SlotPlay play = SlotPlay.on(living());

            CommitAnswer answer = play.write(Commit.completed()
                    .holding(living().hold())
                    .due(new DueChange.At(NOW))
                    .op());

            assertThat(play.record().header().holder()).isNull();
            assertThat(play.record().header().dueAt()).isNull();
            assertThat(answer.runnableAt()).isNull();
        }

        @Test
        void freesTheKeysThatItReleases() {
            SlotPlay play = SlotPlay.on(living());

            CommitAnswer answer = play.write(
                    Commit.completed().holding(living().hold()).releasing(KEY).op());

            assertThat(play.record().keys()).containsOnlyKeys(HOME, SECOND);
            assertThat(answer.droppedKeys()).containsExactly(KEY);
        }

        @Test
        void leavesNoSuspensionEvenIfOneIsSet() {
            for (Stored stored : List.of(
                    Stored.initialized(),
                    Stored.initialized().suspended(),
                    Stored.initialized().failed())) {
                for (SuspensionChange change :
                        List.of(new SuspensionChange.Keep(), new SuspensionChange.Suspend("late", null))) {
                    SlotPlay play = SlotPlay.on(stored);

                    play.write(Commit.completed().suspension(change).op());

                    assertThat(play.record().header().suspension()).isNull();
                }
            }
        }

        @Test
        void ofWhatNeverGotDataIsPossible() {
            SlotPlay play = SlotPlay.on(Stored.uninitialized());

            play.write(Commit.completed().op());

            assertThat(play.record().state()).isEqualTo(InstanceState.COMPLETED);
        }

        @Test
        void isFinal() {
            SlotPlay play = SlotPlay.on(Stored.completed());

            assertThat(play.refuse(Commit.released().replacing("text", "more").op()))
                    .isEqualTo(new Refusal.InstanceCompleted(ID));
            assertThat(play.refuse(Commit.completed().op())).isEqualTo(new Refusal.InstanceCompleted(ID));
            assertThat(play.refuse(Commit.deleted().op())).isEqualTo(new Refusal.InstanceCompleted(ID));
        }
    }

    @Nested
    @DisplayName("that deletes the instance")
    final class Deleting {

        @Test
        void leavesNothingButMemories() {
            SlotPlay play = SlotPlay.on(living());

            CommitAnswer answer =
                    play.write(Commit.deleted().holding(living().hold()).op());

            assertThat(play.slot().instance()).isNull();
            assertThat(play.slot().tombstone())
                    .isEqualTo(new Tombstone(answer.receipt().revision(), new FencingToken(Stored.TOKEN)));
            assertThat(answer.receipt().state()).isEqualTo(InstanceState.COMPLETED);
            assertThat(answer.receipt().revision().number()).isEqualTo(SEEN.number() + 1);
            assertThat(answer.runnableAt()).isNull();
        }

        @Test
        void dropsAllKeysAndVoidsTheirClaims() {
            SlotPlay play = SlotPlay.on(living().underEpoch(3));

            CommitAnswer answer =
                    play.write(Commit.deleted().holding(living().hold()).op());

            assertThat(answer.droppedKeys()).containsExactlyInAnyOrder(HOME, KEY, SECOND);
            assertThat(answer.claimEpoch()).isEqualTo(4);
            assertThat(play.slot().claimEpoch()).isEqualTo(4);
        }

        @Test
        void ofAnUnknownIdLeavesNothingAndIsNoError() {
            SlotPlay play = SlotPlay.onNothing();

            CommitAnswer answer = play.write(Commit.deleted().op());

            assertThat(play.slot().instance()).isNull();
            assertThat(answer.receipt().state()).isEqualTo(InstanceState.COMPLETED);
        }

        @Test
        void leavesTheClaimOfAnotherOnTheAddress() {
            KeyClaim claim = new KeyClaim(STRANGER, 2);
            SlotPlay play = SlotPlay.on(Stored.initialized().slot().withClaim(claim, NOW));

            play.write(Commit.deleted().op());

            assertThat(play.slot().claim()).isEqualTo(claim);
        }

        @Test
        void doesNotLookAtItsChanges() {
            SlotPlay play = SlotPlay.on(
                    Stored.initialized().with(KEY, KeyState.ASSOCIATED).underEpoch(3));
            KeyChanges<StoredValue> impossible =
                    new KeyChanges<>(Map.of(SECOND, Map.of()), Set.of(HOME), Set.of(HOME), Map.of());

            CommitAnswer answer = play.write(Commit.deleted()
                    .keys(impossible)
                    .suspension(new SuspensionChange.Suspend("late", null))
                    .under(0)
                    .op());

            assertThat(play.slot().instance()).isNull();
            assertThat(answer.droppedKeys()).contains(KEY);
        }

        @Test
        void alsoDropsTheKeysThatWereClaimedForIt() {
            SlotPlay play = SlotPlay.on(Stored.initialized().with(KEY, KeyState.ASSOCIATED));

            CommitAnswer answer =
                    play.write(Commit.deleted().associating(SECOND).op());

            assertThat(answer.droppedKeys()).containsExactlyInAnyOrder(KEY, SECOND);
        }
    }
}
