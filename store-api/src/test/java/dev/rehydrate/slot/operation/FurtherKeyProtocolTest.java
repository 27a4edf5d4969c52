// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Refusal;
import dev.rehydrate.slot.operation.Seeds.Trouble;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Further keys, crash-safe without transactions (decision record 11): each key is listed by at most one instance, each
 * listed key leads to its instance, and a key that no instance lists can be claimed. Checked after every step, under crashes, repeats,
 * stalled operations that happen late, expiry and a clock that jumps.
 */
@DisplayName("The claim protocol")
final class FurtherKeyProtocolTest {

    private static final int HISTORIES = 3000;
    private static final InstanceId ONE = new InstanceId(0, 0xa);
    private static final InstanceId TWO = new InstanceId(0, 0xb);
    private static final InstanceKey KEY = new InstanceKey(0, 1);
    private static final InstanceKey SECOND = new InstanceKey(0, 2);

    @Nested
    @DisplayName("in random histories")
    final class RandomHistories {

        @Test
        void keepsItsLaws() {
            Seeds.tryAll(HISTORIES, seed -> KeyHistory.of(seed, Guards.ALL_ON));
        }

        @ParameterizedTest
        @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ALL_ON")
        void wouldBeCaughtWithOneGuardOff(Guards guards) {
            long tried = Seeds.countUntilTrouble(HISTORIES, seed -> KeyHistory.of(seed, guards));

            assertThat(tried).as("histories before %s is caught", guards).isLessThan(HISTORIES);
        }

        @Test
        void takesEveryTurnThereIs() {
            List<KeyWorld.Event> events = LongStream.range(0, 300)
                    .mapToObj(KeyHistory::events)
                    .flatMap(List::stream)
                    .toList();

            assertThat(refusals(events, Refusal.ClaimsRevoked.class)).hasSizeGreaterThan(100);
            assertThat(refusals(events, Refusal.KeyBelongsTo.class)).hasSizeGreaterThan(100);
            assertThat(refusals(events, Refusal.KeyClaimed.class)).hasSizeGreaterThan(100);
            assertThat(events).filteredOn(KeyWorld.Event::isTakeover).hasSizeGreaterThan(100);
            assertThat(events).filteredOn(KeyWorld.Event::isDrop).hasSizeGreaterThan(100);
            assertThat(events).filteredOn(KeyWorld.Event::isDropInVain).hasSizeGreaterThan(100);
        }

        private Stream<KeyWorld.Event> refusals(List<KeyWorld.Event> events, Class<? extends Refusal> why) {
            return events.stream().filter(event -> why.isInstance(event.refusal()));
        }
    }

    @Nested
    @DisplayName("in every schedule")
    final class Exhaustive {

        private final KeyWorld world = new KeyWorld(Guards.ALL_ON);
        private final EverySchedule all = new EverySchedule(List.of(KEY, SECOND));

        @Test
        void letsOneOfTwoInstancesHaveAKey() {
            assertLaws(associating(ONE, KEY), associating(TWO, KEY));
        }

        @Test
        void letsOneOfTwoInstancesHaveTheHomeKeyOfOne() {
            InstanceKey home = new InstanceKey(ONE.high(), ONE.low());

            assertLaws(associating(ONE, home), associating(TWO, home, KEY));
        }

        @Test
        void letsSaversOfOneInstanceShareAClaimThatOneOfThemGivesBack() {
            finish(associating(TWO, SECOND));

            assertLaws(associating(ONE, KEY, SECOND), associating(ONE, KEY));
        }

        @Test
        void letsAKeyGoFromOneInstanceToAnother() {
            finish(associating(ONE, KEY));

            assertLaws(committing(ONE, Commit.released().releasing(KEY)), associating(TWO, KEY, SECOND));
        }

        @Test
        void letsAnInstanceHaveAKeyBackThatItLetsGo() {
            finish(associating(ONE, KEY));

            assertLaws(
                    committing(ONE, Commit.released().releasing(KEY)), associating(ONE, KEY), associating(ONE, SECOND));
        }

        @Test
        void letsAnInstanceBeDeletedWhileItGetsAKeyAndLosesAnother() {
            finish(associating(ONE, KEY));

            assertLaws(committing(ONE, Commit.deleted()), associating(ONE, SECOND), associating(TWO, KEY));
        }

        private void assertLaws(Step<?>... parties) {
            Trouble trouble = all.of(world, List.of(parties));

            assertThat(trouble).isNull();
            assertThat(all.points()).isGreaterThan(50);
        }

        private Step<?> associating(InstanceId id, InstanceKey... keys) {
            return committing(id, Commit.released().associating(keys));
        }

        /** A saver that has looked at its instance before anything else happens. */
        private Step<?> committing(InstanceId id, Commit commit) {
            long epoch = world.look(SlotAddress.of(id)).claimEpoch();
            return KeySaver.committing("saver of " + id, id, commit.op(), end -> {})
                    .under(epoch)
                    .orElseThrow();
        }

        private void finish(Step<?> first) {
            Optional<Step<?>> next = Optional.of(first);
            while (next.isPresent()) {
                next = next.get().takenIn(world);
            }
        }
    }
}
