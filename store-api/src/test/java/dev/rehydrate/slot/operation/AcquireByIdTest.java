// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static dev.rehydrate.slot.operation.Given.HOME;
import static dev.rehydrate.slot.operation.Given.HOST;
import static dev.rehydrate.slot.operation.Given.ID;
import static dev.rehydrate.slot.operation.Given.KEY;
import static dev.rehydrate.slot.operation.Given.ME;
import static dev.rehydrate.slot.operation.Given.NOW;
import static dev.rehydrate.slot.operation.Given.OTHER;
import static dev.rehydrate.slot.operation.Given.SECOND;
import static dev.rehydrate.slot.operation.Given.STRANGER;
import static dev.rehydrate.slot.operation.Given.bag;
import static dev.rehydrate.slot.operation.Stored.SEEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.KeyEntry;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.decision.LoadGrant;
import dev.rehydrate.slot.decision.Refusal;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Loading by id with hold: contract §2.5. */
@DisplayName("An acquisition by id, contract §2.5")
final class AcquireByIdTest {

    @Nested
    @DisplayName("that creates nothing")
    final class CreatingNothing {

        @Test
        void findsNothingWhereNothingIs() {
            assertThat(SlotPlay.onNothing().refuse(Acquire.byId().op())).isEqualTo(new Refusal.NotFound());
        }

        @Test
        void findsNothingWhereOnlyAClaimIs() {
            Slot claimed = Slot.EMPTY.withClaim(new KeyClaim(STRANGER, 1), NOW);

            assertThat(SlotPlay.on(claimed).refuse(Acquire.byId().op())).isEqualTo(new Refusal.NotFound());
        }

        @Test
        void findsNoInstanceThatNeverGotDataAndLeavesItFree() {
            assertThat(SlotPlay.on(Stored.uninitialized()).refuse(Acquire.byId().op()))
                    .isEqualTo(new Refusal.NotFound());
        }

        @Test
        void saysWhoHoldsAnInstanceThatNeverGotData() {
            assertThat(SlotPlay.on(Stored.uninitialized().heldBy(OTHER))
                            .refuse(Acquire.byId().op()))
                    .isEqualTo(new Refusal.HeldBy(OTHER));
        }

        @Test
        void holdsWhatItFindsAndChangesNoContent() {
            Stored before = Stored.initialized().dueAt(NOW).with(KEY, KeyState.ASSOCIATED);
            SlotPlay play = SlotPlay.on(before).wait(Duration.ofSeconds(5));

            play.write(Acquire.byId().op());

            InstanceRecord record = play.record();
            assertThat(record.header().holder()).isEqualTo(ME);
            assertThat(record.header().token()).isEqualTo(new FencingToken(Stored.TOKEN + 1));
            assertThat(record.header().revision()).isEqualTo(SEEN);
            assertThat(record.header().updatedAt())
                    .isEqualTo(before.record().header().updatedAt());
            assertThat(record.header().dueAt()).isEqualTo(NOW);
            assertThat(record.keys()).isEqualTo(before.record().keys());
            assertThat(record.data()).isEqualTo(before.record().data());
            assertThat(play.slot().changedAt()).isEqualTo(NOW.plusSeconds(5));
        }

        @Test
        void beginsTheIdleTimeAnew() {
            SlotPlay play = SlotPlay.on(Stored.initialized().idleFor(Duration.ofHours(1)))
                    .wait(Duration.ofMinutes(30));

            play.write(Acquire.byId().op());

            assertThat(play.record().header().expiresAt()).isEqualTo(NOW.plus(Duration.ofMinutes(90)));
        }

        @Test
        void answersTheEpochUnderWhichToClaimKeys() {
            LoadGrant grant = SlotPlay.on(Stored.initialized().underEpoch(6))
                    .write(Acquire.byId().op());

            assertThat(grant.claimEpoch()).isEqualTo(6);
        }

        @Test
        void readsAgainWhatTheHandleHolds() {
            Stored mine = Stored.initialized().heldBy(ME);
            SlotPlay play = SlotPlay.on(mine);

            LoadGrant grant = play.write(Acquire.byId().holding(mine.hold()).op());

            assertThat(grant.record()).isEqualTo(mine.record());
        }
    }

    @Nested
    @DisplayName("that creates what is not there")
    final class Creating {

        @Test
        void beginsAnUninitializedInstanceInTheHoldOfTheCaller() {
            Caller caller = new Caller(ME, HOST, Duration.ofHours(1), Set.of());
            SlotPlay play = SlotPlay.onNothing();

            LoadGrant grant = play.write(
                    Acquire.byIdOrCreate().by(caller).associating(HOME, KEY).op());

            InstanceRecord record = grant.record();
            assertThat(record.id()).isEqualTo(ID);
            assertThat(record.state()).isEqualTo(InstanceState.UNINITIALIZED);
            assertThat(record.header().holder()).isEqualTo(ME);
            assertThat(record.header().hostType()).isEqualTo(HOST);
            assertThat(record.header().expiresAt()).isEqualTo(NOW.plus(Duration.ofHours(1)));
            assertThat(record.header().token()).isEqualTo(FencingToken.FIRST);
            assertThat(record.header().revision().number()).isEqualTo(1);
            assertThat(record.keys()).containsOnlyKeys(HOME, KEY);
            assertThat(play.slot().changedAt()).isEqualTo(NOW);
        }

        @Test
        void acceptsAnInstanceThatNeverGotData() {
            SlotPlay play = SlotPlay.on(Stored.uninitialized().with(KEY, KeyState.ASSOCIATED));

            LoadGrant grant = play.write(Acquire.byIdOrCreate().op());

            assertThat(grant.record().state()).isEqualTo(InstanceState.UNINITIALIZED);
            assertThat(grant.record().metadata()).isEqualTo(bag("author", "ann"));
            assertThat(grant.record().keys()).containsOnlyKeys(KEY);
        }

        @Test
        void isRefusedWithAllItsKeysIfOneCannotBeAssociated() {
            KeyClaim claim = new KeyClaim(STRANGER, 1);
            Slot claimed = Slot.EMPTY.withClaim(claim, NOW);

            assertThat(SlotPlay.on(claimed)
                            .refuse(Acquire.byIdOrCreate().associating(HOME).op()))
                    .isEqualTo(new Refusal.KeyClaimed(HOME, claim));
        }
    }

    @Nested
    @DisplayName("that associates further keys")
    final class Associating {

        @Test
        void isTheNextRevision() {
            SlotPlay play = SlotPlay.on(Stored.initialized());

            LoadGrant grant = play.write(
                    Acquire.byId().associating(KEY, bag("lang", "de")).op());

            assertThat(grant.record().keys())
                    .isEqualTo(Map.of(KEY, new KeyEntry(KeyState.ASSOCIATED, bag("lang", "de"))));
            assertThat(grant.record().header().revision().number()).isEqualTo(SEEN.number() + 1);
            assertThat(grant.record().header().updatedAt()).isEqualTo(NOW);
        }

        @Test
        void changesNothingOfAKeyThatIsAlreadyAssociated() {
            Stored before = Stored.initialized().with(KEY, KeyState.ASSOCIATED).underEpoch(5);
            SlotPlay play = SlotPlay.on(before);

            LoadGrant grant = play.write(
                    Acquire.byId().associating(KEY, bag("lang", "de")).under(0).op());

            assertThat(grant.record().keys()).isEqualTo(before.record().keys());
            assertThat(grant.record().header().revision()).isEqualTo(SEEN);
        }

        @Test
        void isRefusedForAKeyThatTheInstanceHasCompleted() {
            assertThat(SlotPlay.on(Stored.initialized().with(KEY, KeyState.COMPLETED))
                            .refuse(Acquire.byId().associating(KEY).op()))
                    .isEqualTo(new Refusal.KeyBelongsTo(KEY, ID));
        }

        @Test
        void isRefusedUnderARevokedEpoch() {
            assertThat(SlotPlay.on(Stored.initialized().underEpoch(3))
                            .refuse(Acquire.byId()
                                    .associating(KEY, SECOND)
                                    .under(2)
                                    .op()))
                    .isEqualTo(new Refusal.ClaimsRevoked(3));
        }
    }
}
