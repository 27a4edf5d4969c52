// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static dev.rehydrate.slot.operation.Given.HOME;
import static dev.rehydrate.slot.operation.Given.KEY;
import static dev.rehydrate.slot.operation.Given.NOW;
import static dev.rehydrate.slot.operation.Given.STRANGER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.RememberedCommand;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.Tombstone;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What a slot knows of itself. */
@DisplayName("A slot")
final class SlotTest {

    private static final Tombstone STONE = new Tombstone(Stored.SEEN, FencingToken.FIRST);

    @Nested
    @DisplayName("is blank")
    final class Blank {

        @Test
        void ifNothingIsKnownOfItsAddress() {
            assertThat(Slot.EMPTY.isBlank()).isTrue();
            assertThat(new Slot(null, null, 0, CommandHistory.EMPTY, null, NOW, null).isBlank())
                    .isTrue();
        }

        @Test
        void unlessThereIsSomethingToKeep() {
            RememberedCommand command = new RememberedCommand(Given.command(), null);

            assertThat(Stored.initialized().slot().isBlank()).isFalse();
            assertThat(new Slot(null, new KeyClaim(STRANGER, 0), 0, CommandHistory.EMPTY, null, NOW, null).isBlank())
                    .isFalse();
            assertThat(new Slot(null, null, 1, CommandHistory.EMPTY, null, NOW, null).isBlank())
                    .isFalse();
            assertThat(new Slot(null, null, 0, CommandHistory.of(List.of(command), NOW), null, NOW, null).isBlank())
                    .isFalse();
            assertThat(new Slot(null, null, 0, CommandHistory.EMPTY, STONE, NOW, null).isBlank())
                    .isFalse();
        }
    }

    @Test
    void listsTheKeysOfItsInstanceInWhateverState() {
        Slot slot = Stored.initialized()
                .with(HOME, KeyState.ASSOCIATED)
                .with(KEY, KeyState.COMPLETED)
                .slot();

        assertThat(slot.lists(HOME)).isTrue();
        assertThat(slot.lists(KEY)).isTrue();
        assertThat(slot.lists(Given.SECOND)).isFalse();
        assertThat(Slot.EMPTY.lists(HOME)).isFalse();
    }

    @Test
    void keepsItsOwnCopyOfTheMemories() {
        List<RememberedCommand> memories = new ArrayList<>();
        Slot slot = new Slot(null, null, 0, CommandHistory.of(memories, NOW), null, NOW, null);

        memories.add(new RememberedCommand(Given.command(), null));

        assertThat(slot.recent().isEmpty()).isTrue();
    }

    @Nested
    @DisplayName("has an address")
    final class Address {

        @Test
        void thatAnInstanceSharesWithItsHomeKey() {
            assertThat(SlotAddress.of(Given.ID)).isEqualTo(SlotAddress.of(HOME));
            assertThat(SlotAddress.of(Given.ID).instance()).isEqualTo(Given.ID);
            assertThat(SlotAddress.of(KEY)).isNotEqualTo(SlotAddress.of(HOME));
        }

        @Test
        void thatReadsLikeItsInstance() {
            InstanceId id = InstanceId.random();

            assertThat(SlotAddress.of(id)).hasToString(id.toString());
        }

        @Test
        void thatIsOrderedAsAnUnsignedNumber() {
            List<SlotAddress> ordered = List.of(
                    new SlotAddress(0, 1),
                    new SlotAddress(0, -1),
                    new SlotAddress(1, 0),
                    new SlotAddress(Long.MAX_VALUE, 5),
                    new SlotAddress(Long.MIN_VALUE, 5),
                    new SlotAddress(-1, -1));

            assertThat(ordered).isSorted();
            assertThat(ordered.get(1)).isEqualByComparingTo(SlotAddress.of(new InstanceKey(0, -1)));
        }
    }

    @Nested
    @DisplayName("that is stored")
    final class Copied {

        private final Slot living = Stored.initialized().slot();
        private final Slot over = ended(living, NOW);

        private Slot ended(Slot slot, Instant at) {
            return slot.ended(Objects.requireNonNull(slot.instance()), at);
        }

        private Slot claimed(Instant at) {
            return new Slot(null, new KeyClaim(STRANGER, 0), 0, CommandHistory.EMPTY, null, at, null);
        }

        @Test
        void staysIfItGotFurther() {
            assertThat(over.overtakes(living)).isTrue();
            assertThat(living.overtakes(over)).isFalse();
            assertThat(over.overtakesByTimeAlone(living)).isFalse();
            assertThat(over.isFurtherThan(living)).isTrue();
            assertThat(living.isFurtherThan(over)).isFalse();
            assertThat(living.restored(NOW, key -> true).overtakes(living)).isTrue();
        }

        @Test
        void isReplacedByWhatGotEquallyFarUnlessItsChangeIsSurelyLater() {
            Slot earlier = new Slot(living.instance(), null, 0, living.recent(), null, NOW, null);
            Slot later = new Slot(living.instance(), null, 0, living.recent(), null, NOW.plusSeconds(4), null);

            assertThat(earlier.overtakes(later)).isFalse();
            assertThat(earlier.overtakes(earlier)).isFalse();
            assertThat(later.overtakes(earlier)).isTrue();
        }

        @Test
        void isReplacedByWhatAMergeHasKeptOfBothWhateverTheClocksSay() {
            Slot later = new Slot(living.instance(), null, 0, living.recent(), null, NOW.plusSeconds(4), null);

            assertThat(later.overtakes(living.changedAfter(later, NOW))).isFalse();
            assertThat(living.changedAfter(later, NOW).changedAt()).isEqualTo(later.changedAt());
            assertThat(later.changedAfter(living, NOW)).isEqualTo(later);
            assertThat(living.changedAfter(later, NOW.plusSeconds(9)).changedAt())
                    .isEqualTo(NOW.plusSeconds(9));
        }

        @Test
        void staysAfterASplitIfItGotFurtherOrElseWasChangedLast() {
            Slot later = new Slot(living.instance(), null, 0, living.recent(), null, NOW.plusSeconds(4), null);

            assertThat(over.staysAgainst(later)).isTrue();
            assertThat(later.staysAgainst(over)).isFalse();
            assertThat(later.staysAgainst(living)).isTrue();
            assertThat(living.staysAgainst(later)).isFalse();
            assertThat(living.staysAgainst(living)).isFalse();
            assertThat(claimed(NOW).staysAgainst(claimed(NOW.minusMillis(1)))).isTrue();
        }

        @Test
        void staysAfterASplitIfItWasSavedMoreOftenThoughTheOtherWasHeldMoreOften() {
            Slot saved = changed(draft -> draft.revision = draft.revision.next(1));
            Slot held = changed(draft -> {
                draft.token = new FencingToken(draft.token.value() + 3);
                draft.holder = new OwnerId(7, 7);
            });

            assertThat(saved.staysAgainst(held)).isTrue();
            assertThat(held.staysAgainst(saved)).isFalse();
            assertThat(held.staysAgainst(living)).isTrue();
            assertThat(held.isFurtherThan(saved)).isTrue();
            assertThat(over.staysAgainst(saved)).isTrue();
        }

        @Test
        void keepsItsHoldAfterASplitUnlessTheOtherSideHasGivenALaterToken() {
            Slot held = changed(draft -> {
                draft.token = draft.token.next();
                draft.holder = new OwnerId(7, 7);
            });
            Slot heldTwice = changed(draft -> draft.token = draft.token.next().next());

            assertThat(held.withHoldsOf(living)).isSameAs(held);
            assertThat(living.withHoldsOf(claimed(NOW))).isSameAs(living);
            InstanceHeader header = Objects.requireNonNull(
                            held.withHoldsOf(heldTwice).instance())
                    .header();
            assertThat(header.token()).isEqualTo(token(heldTwice));
            assertThat(header.holder()).isNull();
            assertThat(held.withHoldsOf(heldTwice).isFurtherThan(heldTwice)).isFalse();
            Tombstone stone = Objects.requireNonNull(over.withHoldsOf(heldTwice).tombstone());
            assertThat(stone.token()).isEqualTo(token(heldTwice));
        }

        @Test
        void keepsItsHoldAfterASplitIfTheOtherSideHasGivenTheSameTokenOrWasInAnEarlierLife() {
            Slot held = changed(draft -> {
                draft.token = draft.token.next();
                draft.holder = new OwnerId(7, 7);
            });
            Slot other = changed(draft -> {
                draft.token = draft.token.next();
                draft.holder = new OwnerId(8, 8);
            });
            Slot earlier = changed(draft -> {
                draft.revision = new Revision(Stored.LIFE - 1, 1);
                draft.token = new FencingToken(99);
            });

            assertThat(held.withHoldsOf(other)).isSameAs(held);
            assertThat(held.withHoldsOf(earlier)).isSameAs(held);
        }

        @Test
        void staysAfterASplitIfItWasCompletedAndIsKeptThoughTheOtherWasSavedMoreOften() {
            Slot completed = changed(draft -> draft.state = InstanceState.COMPLETED);
            Slot saved = changed(draft -> {
                draft.revision = draft.revision.next(1);
                draft.token = draft.token.next();
            });

            assertThat(completed.staysAgainst(saved)).isTrue();
            assertThat(saved.staysAgainst(completed)).isFalse();
            assertThat(completed.isFurtherThan(saved)).isTrue();
            assertThat(completed.overtakes(saved)).isTrue();
        }

        private FencingToken token(Slot slot) {
            return Objects.requireNonNull(slot.instance()).header().token();
        }

        private Slot changed(Consumer<InstanceDraft> change) {
            InstanceDraft draft = InstanceDraft.of(Objects.requireNonNull(living.instance()));
            change.accept(draft);
            return living.withInstance(draft.toRecord(), NOW);
        }

        @Test
        void isComparedByTimeWhereOneSideKnowsOfNoLife() {
            Instant later = living.changedAt().plusSeconds(4);

            assertThat(living.overtakes(claimed(later))).isFalse();
            assertThat(claimed(later).overtakes(living)).isTrue();
            assertThat(claimed(later).overtakesByTimeAlone(living)).isTrue();
            assertThat(living.overtakesByTimeAlone(claimed(later))).isFalse();
            assertThat(claimed(NOW).overtakes(claimed(NOW.minusSeconds(2)))).isFalse();
            assertThat(Slot.EMPTY.overtakes(living)).isFalse();
        }

        @Test
        void getsATokenThatNoHoldHadWhenItIsRestored() {
            Slot restored = living.restored(NOW, key -> true);

            assertThat(restored.instance().header().token()).isEqualTo(new FencingToken(NOW.toEpochMilli()));
            assertThat(restored.instance().header().revision())
                    .isEqualTo(living.instance().header().revision());
            assertThat(restored.restored(NOW, key -> true)).isEqualTo(restored);
            assertThat(over.restored(NOW, key -> true)).isSameAs(over);
        }

        @Test
        void keepsOfItsFurtherKeysThoseThatItHasAClaimOn() {
            Slot slot = Stored.initialized()
                    .with(HOME, KeyState.ASSOCIATED)
                    .with(KEY, KeyState.ASSOCIATED)
                    .with(Given.SECOND, KeyState.COMPLETED)
                    .slot();

            Slot restored = slot.restored(NOW, Given.SECOND::equals);

            assertThat(slot.furtherKeys()).containsExactlyInAnyOrder(KEY, Given.SECOND);
            assertThat(restored.furtherKeys()).containsExactly(Given.SECOND);
            assertThat(restored.lists(HOME)).isTrue();
            assertThat(Slot.EMPTY.furtherKeys()).isEmpty();
        }

        /** What differs from the stored slot has to be stored again, and is written if it was changed later. */
        @Test
        void isChangedWhenItIsRestoredIfItLosesAKey() {
            Slot slot = Stored.initialized().with(KEY, KeyState.ASSOCIATED).slot();
            Instant before = slot.changedAt().minusSeconds(1);

            assertThat(slot.restored(NOW, key -> false).changedAt()).isEqualTo(NOW);
            assertThat(slot.restored(before, key -> false).changedAt()).isEqualTo(slot.changedAt());
            assertThat(slot.restored(NOW, key -> true).changedAt()).isEqualTo(slot.changedAt());
        }

        @Test
        void takesNoKeyThatWasClaimedBefore() {
            Slot restored = living.restored(NOW, key -> true);

            assertThat(restored.claimEpoch()).isEqualTo(NOW.toEpochMilli());
            Slot again =
                    Stored.initialized().with(KEY, KeyState.ASSOCIATED).slot().restored(NOW, key -> true);
            assertThat(again.restored(NOW, key -> false).claimEpoch()).isEqualTo(NOW.toEpochMilli() + 1);
        }
    }
}
