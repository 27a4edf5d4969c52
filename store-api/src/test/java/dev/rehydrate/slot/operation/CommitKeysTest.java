// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static dev.rehydrate.slot.operation.Given.HOME;
import static dev.rehydrate.slot.operation.Given.ID;
import static dev.rehydrate.slot.operation.Given.KEY;
import static dev.rehydrate.slot.operation.Given.NOW;
import static dev.rehydrate.slot.operation.Given.SECOND;
import static dev.rehydrate.slot.operation.Given.STRANGER;
import static dev.rehydrate.slot.operation.Given.bag;
import static dev.rehydrate.slot.operation.Given.putting;
import static dev.rehydrate.slot.operation.Given.removing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.KeyEntry;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.decision.CommitAnswer;
import dev.rehydrate.slot.decision.Refusal;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What a commit does to keys: contract §2.0 and §2.4, steps 4 to 6. */
@DisplayName("The keys of a commit, contract §2.4")
final class CommitKeysTest {

    @Nested
    @DisplayName("associate")
    final class Associate {

        @Test
        void listsAKeyWithItsMetadata() {
            SlotPlay play = SlotPlay.on(Stored.initialized());

            play.write(Commit.released()
                    .keys(KeyChanges.associating(Map.of(KEY, bag("text", "DocumentId=42"))))
                    .op());

            assertThat(play.record().keys())
                    .isEqualTo(Map.of(KEY, new KeyEntry(KeyState.ASSOCIATED, bag("text", "DocumentId=42"))));
        }

        @Test
        void reliesOnAClaimInAnotherSlotUnlessItIsOfTheHomeKey() {
            SlotAddress at = SlotAddress.of(ID);

            assertThat(Commit.released().associating(KEY, HOME).op().reliesOnKeysOf(at))
                    .containsExactly(at);
            assertThat(Commit.released().associating(HOME).op().reliesOnKeysOf(at))
                    .isEmpty();
            assertThat(Commit.released().op().reliesOnKeysOf(at)).isEmpty();
        }

        @Test
        void ofAKeyThatIsAlreadyListedKeepsItsMetadata() {
            SlotPlay play = SlotPlay.on(Stored.initialized().with(KEY, KeyState.ASSOCIATED));

            play.write(Commit.released().associating(KEY).op());

            assertThat(play.record().keys())
                    .isEqualTo(Map.of(KEY, new KeyEntry(KeyState.ASSOCIATED, bag("text", "key"))));
        }

        @Test
        void ofAKeyThatIsAlreadyListedRefreshesTheMetadataThatIsGiven() {
            SlotPlay play = SlotPlay.on(Stored.initialized().with(KEY, KeyState.ASSOCIATED));

            play.write(Commit.released()
                    .keys(KeyChanges.associating(Map.of(KEY, bag("lang", "de"))))
                    .op());

            assertThat(play.record().keys())
                    .isEqualTo(Map.of(KEY, new KeyEntry(KeyState.ASSOCIATED, bag("lang", "de"))));
        }

        @Test
        void ofAKeyThatIsAlreadyListedNeedsNoClaim() {
            SlotPlay play = SlotPlay.on(
                    Stored.initialized().with(KEY, KeyState.ASSOCIATED).underEpoch(9));

            play.write(Commit.released().associating(KEY).under(0).op());

            assertThat(play.slot().lists(KEY)).isTrue();
        }

        @Test
        void isRefusedIfTheInstanceHasCompletedTheKey() {
            SlotPlay play = SlotPlay.on(Stored.initialized().with(KEY, KeyState.COMPLETED));

            assertThat(play.refuse(Commit.released().associating(KEY).op()))
                    .isEqualTo(new Refusal.KeyBelongsTo(KEY, ID));
        }

        @Test
        void ofTheHomeKeyNeedsNoEpoch() {
            SlotPlay play = SlotPlay.on(Stored.initialized().underEpoch(9));

            play.write(Commit.released().associating(HOME).under(0).op());

            assertThat(play.slot().lists(HOME)).isTrue();
        }

        @Test
        void ofTheHomeKeyIsRefusedWhileAnotherClaimsIt() {
            KeyClaim claim = new KeyClaim(STRANGER, 2);
            SlotPlay play = SlotPlay.on(Stored.initialized().slot().withClaim(claim, NOW));

            assertThat(play.refuse(Commit.released().associating(HOME).op()))
                    .isEqualTo(new Refusal.KeyClaimed(HOME, claim));
        }

        @Test
        void ofAFurtherKeyDoesNotCareForAClaimOnTheInstancesOwnAddress() {
            KeyClaim claim = new KeyClaim(STRANGER, 2);
            SlotPlay play = SlotPlay.on(Stored.initialized().slot().withClaim(claim, NOW));

            play.write(Commit.released().associating(KEY).op());

            assertThat(play.slot().lists(KEY)).isTrue();
            assertThat(play.slot().claim()).isEqualTo(claim);
        }
    }

    @Nested
    @DisplayName("complete")
    final class Complete {

        @Test
        void keepsTheKeyReservedWithItsMetadata() {
            SlotPlay play = SlotPlay.on(Stored.initialized().with(KEY, KeyState.ASSOCIATED));

            CommitAnswer answer = play.write(Commit.released().completing(KEY).op());

            assertThat(play.record().keys())
                    .isEqualTo(Map.of(KEY, new KeyEntry(KeyState.COMPLETED, bag("text", "key"))));
            assertThat(answer.droppedKeys()).isEmpty();
        }

        @Test
        void ofACompletedKeyIsNoError() {
            SlotPlay play = SlotPlay.on(Stored.initialized().with(KEY, KeyState.COMPLETED));

            play.write(Commit.released().completing(KEY).op());

            assertThat(stateOf(play, KEY)).isEqualTo(KeyState.COMPLETED);
        }

        @Test
        void isRefusedForAKeyThatIsNotListed() {
            SlotPlay play = SlotPlay.on(Stored.initialized().with(KEY, KeyState.ASSOCIATED));

            assertThat(play.refuse(Commit.released().completing(KEY, SECOND).op()))
                    .isEqualTo(new Refusal.KeyNotAssociated(SECOND));
        }
    }

    @Nested
    @DisplayName("release")
    final class Release {

        @Test
        void takesACompletedKeyOffTheList() {
            SlotPlay play = SlotPlay.on(Stored.initialized().with(KEY, KeyState.COMPLETED));

            CommitAnswer answer = play.write(releasing(KEY).op());

            assertThat(play.slot().lists(KEY)).isFalse();
            assertThat(answer.droppedKeys()).containsExactly(KEY);
        }

        @Test
        void togetherWithCompleteTakesAnAssociatedKeyOffTheList() {
            SlotPlay play = SlotPlay.on(
                    Stored.initialized().with(KEY, KeyState.ASSOCIATED).with(SECOND, KeyState.ASSOCIATED));

            CommitAnswer answer = play.write(Commit.released().releasing(KEY).op());

            assertThat(play.record().keys()).containsOnlyKeys(SECOND);
            assertThat(answer.droppedKeys()).containsExactly(KEY);
        }

        @Test
        void isRefusedForAKeyThatWasNotCompletedFirst() {
            SlotPlay play = SlotPlay.on(Stored.initialized().with(KEY, KeyState.ASSOCIATED));

            assertThat(play.refuse(releasing(KEY).op())).isEqualTo(new Refusal.KeyNotAssociated(KEY));
        }

        @Test
        void isRefusedForAKeyThatIsNotListed() {
            assertThat(SlotPlay.on(Stored.initialized()).refuse(releasing(KEY).op()))
                    .isEqualTo(new Refusal.KeyNotAssociated(KEY));
        }

        private Commit releasing(InstanceKey key) {
            return Commit.released().keys(new KeyChanges<>(Map.of(), Set.of(), Set.of(key), Map.of()));
        }
    }

    @Nested
    @DisplayName("metadata")
    final class Metadata {

        @Test
        void changesWhatIsSaidOfAListedKeyInWhateverState() {
            SlotPlay play = SlotPlay.on(
                    Stored.initialized().with(KEY, KeyState.ASSOCIATED).with(SECOND, KeyState.COMPLETED));

            play.write(Commit.released()
                    .keys(describing(Map.of(KEY, putting("lang", "de"), SECOND, removing("text"))))
                    .op());

            assertThat(play.record().keys())
                    .isEqualTo(Map.of(
                            KEY, new KeyEntry(KeyState.ASSOCIATED, bag("text", "key", "lang", "de")),
                            SECOND, new KeyEntry(KeyState.COMPLETED, Map.of())));
        }

        @Test
        void isRefusedForAKeyThatIsNotListed() {
            assertThat(SlotPlay.on(Stored.initialized())
                            .refuse(Commit.released()
                                    .keys(describing(Map.of(KEY, putting("lang", "de"))))
                                    .op()))
                    .isEqualTo(new Refusal.KeyNotAssociated(KEY));
        }

        private KeyChanges<StoredValue> describing(Map<InstanceKey, ValueDelta<StoredValue>> changes) {
            return new KeyChanges<>(Map.of(), Set.of(), Set.of(), changes);
        }
    }

    @Test
    void areJudgedInTheSameOrderOnEveryMachine() {
        SlotPlay play = SlotPlay.on(Stored.initialized());

        for (long last = 9; last > 0; last--) {
            InstanceKey first = new InstanceKey(0, last);
            Refusal refusal =
                    play.refuse(Commit.released().completing(first, KEY, SECOND).op());
            assertThat(refusal).isEqualTo(new Refusal.KeyNotAssociated(first));
        }
    }

    private static KeyState stateOf(SlotPlay play, InstanceKey key) {
        return play.record().keys().get(key).state();
    }
}
