// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static dev.rehydrate.slot.operation.Given.DEAD;
import static dev.rehydrate.slot.operation.Given.HOME;
import static dev.rehydrate.slot.operation.Given.ID;
import static dev.rehydrate.slot.operation.Given.KEY;
import static dev.rehydrate.slot.operation.Given.NOW;
import static dev.rehydrate.slot.operation.Given.NO_EXPIRED;
import static dev.rehydrate.slot.operation.Given.SECOND;
import static dev.rehydrate.slot.operation.Given.STRANGER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.CommitAnswer;
import dev.rehydrate.slot.decision.Refusal;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Claims of further keys and how they are revoked by epoch: decision record 11. */
@DisplayName("A claim of a further key")
final class ClaimRulesTest {

    /** The slot of the key is that of {@code ID}; the one who wants the key is a stranger to it. */
    private static final KeyClaim WANTED = new KeyClaim(STRANGER, 3);

    private static final KeyClaim FOREIGN = new KeyClaim(new InstanceId(5, 5), 1);

    private static ClaimKey claim(KeyClaim wanted) {
        return new ClaimKey(HOME, wanted, null, NO_EXPIRED);
    }

    private static ClaimKey replacing(KeyClaim claim) {
        return new ClaimKey(HOME, WANTED, claim, NO_EXPIRED);
    }

    private static SlotPlay claimedBy(KeyClaim claim) {
        return SlotPlay.on(Slot.EMPTY.withClaim(claim, NOW)).wait(Duration.ofSeconds(1));
    }

    @Nested
    @DisplayName("is made")
    final class Made {

        @Test
        void whereNobodyHasTheKey() {
            SlotPlay play = SlotPlay.onNothing();

            assertThat(play.write(claim(WANTED))).isEqualTo(WANTED);
            assertThat(play.slot().claim()).isEqualTo(WANTED);
            assertThat(play.slot().changedAt()).isEqualTo(NOW);
        }

        /** The other instance must not list the key any more, which was another step. */
        @Test
        void relyingOnTheInstanceOfWhichItReplacesTheClaim() {
            assertThat(claim(WANTED).reliesOnKeysOf(Given.AT)).isEmpty();
            assertThat(replacing(new KeyClaim(STRANGER, 1)).reliesOnKeysOf(Given.AT))
                    .containsExactly(SlotAddress.of(STRANGER));
        }

        @Test
        void besideAnInstanceThatDoesNotListTheKey() {
            Stored neighbour = Stored.initialized().with(KEY, KeyState.ASSOCIATED);
            SlotPlay play = SlotPlay.on(neighbour);

            play.write(claim(WANTED));

            assertThat(play.record()).isEqualTo(neighbour.record());
        }

        @Test
        void notWhereTheInstanceAtHomeListsTheKey() {
            Refusal belongs = new Refusal.KeyBelongsTo(HOME, ID);

            assertThat(SlotPlay.on(Stored.initialized().with(HOME, KeyState.ASSOCIATED))
                            .refuse(claim(WANTED)))
                    .isEqualTo(belongs);
            assertThat(SlotPlay.on(Stored.initialized().with(HOME, KeyState.COMPLETED))
                            .refuse(claim(WANTED)))
                    .isEqualTo(belongs);
        }

        @Test
        void notOverTheClaimOfAnother() {
            assertThat(claimedBy(FOREIGN).refuse(claim(WANTED))).isEqualTo(new Refusal.KeyClaimed(HOME, FOREIGN));
        }

        @Test
        void againWithoutEffectUnderTheSameEpoch() {
            assertThat(claimedBy(WANTED).keep(claim(WANTED))).isEqualTo(WANTED);
        }

        @Test
        void againUnderANewerEpochSoThatNoLateDropRemovesIt() {
            KeyClaim newer = new KeyClaim(STRANGER, 4);
            SlotPlay play = claimedBy(WANTED);

            assertThat(play.write(claim(newer))).isEqualTo(newer);
            assertThat(play.slot().claim()).isEqualTo(newer);
        }

        @Test
        void againUnderAnOlderEpochWithoutEffect() {
            KeyClaim older = new KeyClaim(STRANGER, 2);

            assertThat(claimedBy(WANTED).keep(claim(older))).isEqualTo(WANTED);
        }
    }

    @Nested
    @DisplayName("is taken over")
    final class TakenOver {

        @Test
        void ifItIsJustTheOneThatWasRevoked() {
            SlotPlay play = claimedBy(FOREIGN);

            assertThat(play.write(replacing(FOREIGN))).isEqualTo(WANTED);
            assertThat(play.slot().claim()).isEqualTo(WANTED);
        }

        @Test
        void notIfItWasMadeAgainSince() {
            KeyClaim renewed = new KeyClaim(FOREIGN.instance(), FOREIGN.epoch() + 1);

            assertThat(claimedBy(renewed).refuse(replacing(FOREIGN))).isEqualTo(new Refusal.KeyClaimed(HOME, renewed));
        }

        @Test
        void alsoIfItWentMeanwhile() {
            assertThat(SlotPlay.onNothing().write(replacing(FOREIGN))).isEqualTo(WANTED);
        }
    }

    @Nested
    @DisplayName("is revoked")
    final class Revoked {

        @Test
        void byRaisingTheEpochOfItsInstanceAboveIt() {
            Stored before =
                    Stored.initialized().with(SECOND, KeyState.ASSOCIATED).underEpoch(3);
            SlotPlay play = SlotPlay.on(before).wait(Duration.ofSeconds(1));

            assertThat(play.write(new RevokeClaims(KEY, 3, NO_EXPIRED))).isEqualTo(4);
            assertThat(play.slot().claimEpoch()).isEqualTo(4);
            assertThat(play.slot().changedAt()).isEqualTo(NOW.plusSeconds(1));
            assertThat(play.record()).isEqualTo(before.record());
        }

        @Test
        void onceForAllThatWereMadeUnderItsEpoch() {
            SlotPlay play = SlotPlay.on(Stored.initialized().underEpoch(4));

            assertThat(play.keep(new RevokeClaims(KEY, 3, NO_EXPIRED))).isEqualTo(4);
            assertThat(play.keep(new RevokeClaims(SECOND, 0, NO_EXPIRED))).isEqualTo(4);
        }

        @Test
        void notIfItsInstanceListsTheKeyInWhateverState() {
            Refusal belongs = new Refusal.KeyBelongsTo(KEY, ID);

            assertThat(SlotPlay.on(Stored.initialized().with(KEY, KeyState.ASSOCIATED))
                            .refuse(new RevokeClaims(KEY, 3, NO_EXPIRED)))
                    .isEqualTo(belongs);
            assertThat(SlotPlay.on(Stored.completed().with(KEY, KeyState.COMPLETED))
                            .refuse(new RevokeClaims(KEY, 3, NO_EXPIRED)))
                    .isEqualTo(belongs);
        }

        @Test
        void forAnInstanceThatDoesNotExistYetSoThatItsFirstCommitIsRefused() {
            SlotPlay play = SlotPlay.onNothing();

            assertThat(play.write(new RevokeClaims(KEY, 0, NO_EXPIRED))).isEqualTo(1);

            assertThat(play.refuse(Commit.released().associating(KEY).under(0).op()))
                    .isEqualTo(new Refusal.ClaimsRevoked(1));
            assertThat(play.refuse(Acquire.forKey(KEY).under(0).op())).isEqualTo(new Refusal.ClaimsRevoked(1));
            play.write(Commit.released().associating(KEY).under(1).op());
        }

        @Test
        void onlyIfAnIdleInstanceOfTheDeadDoesNotListItAnyMore() {
            Stored idle = Stored.initialized()
                    .heldBy(DEAD)
                    .idleFor(Duration.ofSeconds(1))
                    .with(KEY, KeyState.ASSOCIATED);

            assertThat(SlotPlay.on(idle).refuse(new RevokeClaims(KEY, 0, NO_EXPIRED)))
                    .isEqualTo(new Refusal.KeyBelongsTo(KEY, ID));
            assertThat(SlotPlay.on(idle).write(new RevokeClaims(KEY, 0, Set.of(DEAD))))
                    .isEqualTo(1);
        }
    }

    @Nested
    @DisplayName("is dropped")
    final class Dropped {

        @Test
        void ifItIsVoid() {
            SlotPlay play = claimedBy(WANTED);

            assertThat(play.write(new DropClaim(STRANGER, 4))).isTrue();
            assertThat(play.slot().isBlank()).isTrue();
        }

        @Test
        void notIfItWasMadeAgainUnderTheEpochThatCounts() {
            assertThat(claimedBy(WANTED).keep(new DropClaim(STRANGER, 3))).isFalse();
        }

        @Test
        void notIfItIsOfAnotherInstance() {
            assertThat(claimedBy(WANTED).keep(new DropClaim(ID, 9))).isFalse();
        }

        @Test
        void notIfThereIsNone() {
            assertThat(SlotPlay.onNothing().keep(new DropClaim(STRANGER, 9))).isFalse();
        }

        @Test
        void withoutTouchingTheInstanceBesideIt() {
            Stored neighbour = Stored.initialized();
            SlotPlay play = SlotPlay.on(neighbour.slot().withClaim(WANTED, NOW));

            play.write(new DropClaim(STRANGER, 4));

            assertThat(play.record()).isEqualTo(neighbour.record());
        }
    }

    @Nested
    @DisplayName("is committed")
    final class Committed {

        @Test
        void underTheEpochOfTheInstanceOrANewerOne() {
            SlotPlay.on(Stored.initialized().underEpoch(3))
                    .write(Commit.released().associating(KEY).under(3).op());
            SlotPlay.on(Stored.initialized().underEpoch(3))
                    .write(Commit.released().associating(KEY).under(4).op());
        }

        @Test
        void notUnderARevokedEpoch() {
            assertThat(SlotPlay.on(Stored.initialized().underEpoch(3))
                            .refuse(Commit.released().associating(KEY).under(2).op()))
                    .isEqualTo(new Refusal.ClaimsRevoked(3));
        }

        @Test
        void withoutRaisingTheEpoch() {
            CommitAnswer answer = SlotPlay.on(Stored.initialized().underEpoch(3))
                    .write(Commit.released().associating(KEY).under(3).op());

            assertThat(answer.claimEpoch()).isEqualTo(3);
        }
    }

    @Nested
    @DisplayName("of another instance takes the key")
    final class OfAnother {

        private final WithdrawKey withdraw = new WithdrawKey(Given.command(), KEY);

        @Test
        void fromOneThatListsItHeldOrNot() {
            Stored before = Stored.initialized()
                    .heldBy(Given.ME)
                    .with(HOME, KeyState.ASSOCIATED)
                    .with(KEY, KeyState.ASSOCIATED)
                    .underEpoch(3);
            SlotPlay play = SlotPlay.on(before).wait(Duration.ofSeconds(1));

            assertThat(play.write(withdraw)).isTrue();
            assertThat(play.record().keys()).containsOnlyKeys(HOME);
            assertThat(play.record().header().holder()).isEqualTo(Given.ME);
            assertThat(play.record().header().revision().number())
                    .isEqualTo(before.record().header().revision().number() + 1);
            assertThat(play.record().header().updatedAt()).isEqualTo(NOW.plusSeconds(1));
            assertThat(play.slot().claimEpoch()).isEqualTo(4);
            assertThat(play.keep(withdraw)).isFalse();
        }

        @Test
        void butNeverTheHomeKey() {
            assertThat(SlotPlay.on(Stored.initialized().with(HOME, KeyState.ASSOCIATED))
                            .keep(new WithdrawKey(Given.command(), HOME)))
                    .isFalse();
        }

        @Test
        void norAKeyOfWhatHasCompleted() {
            assertThat(SlotPlay.on(Stored.completed().with(KEY, KeyState.COMPLETED))
                            .keep(withdraw))
                    .isFalse();
        }

        @Test
        void fromNothing() {
            assertThat(SlotPlay.onNothing().keep(withdraw)).isFalse();
        }
    }

    @Nested
    @DisplayName("becomes void")
    final class BecomesVoid {

        @Test
        void whenACommitReleasesItsKey() {
            SlotPlay play = SlotPlay.on(
                    Stored.initialized().with(KEY, KeyState.ASSOCIATED).underEpoch(3));

            CommitAnswer answer = play.write(Commit.released().releasing(KEY).op());

            assertThat(answer.claimEpoch()).isEqualTo(4);
            assertThat(play.slot().claimEpoch()).isEqualTo(4);
        }

        @Test
        void notWhenACommitOnlyCompletesItsKey() {
            SlotPlay play = SlotPlay.on(
                    Stored.initialized().with(KEY, KeyState.ASSOCIATED).underEpoch(3));

            assertThat(play.write(Commit.released().completing(KEY).op()).claimEpoch())
                    .isEqualTo(3);
        }

        @Test
        void forASaverThatStalledWhileItsInstanceWasDeleted() {
            SlotPlay play = SlotPlay.on(Stored.initialized().underEpoch(3));

            play.write(Commit.deleted().op());

            assertThat(play.refuse(Commit.released().associating(KEY).under(3).op()))
                    .isEqualTo(new Refusal.ClaimsRevoked(4));
        }
    }
}
