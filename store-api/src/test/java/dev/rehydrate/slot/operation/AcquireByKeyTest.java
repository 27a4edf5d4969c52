// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static dev.rehydrate.slot.operation.Given.DEAD;
import static dev.rehydrate.slot.operation.Given.HOME;
import static dev.rehydrate.slot.operation.Given.ID;
import static dev.rehydrate.slot.operation.Given.KEY;
import static dev.rehydrate.slot.operation.Given.ME;
import static dev.rehydrate.slot.operation.Given.NOW;
import static dev.rehydrate.slot.operation.Given.OTHER;
import static dev.rehydrate.slot.operation.Given.STRANGER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.decision.LoadGrant;
import dev.rehydrate.slot.decision.Refusal;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Loading by key, at the key's own address and where a claim leads: contract §2.6. */
@DisplayName("An acquisition by key, contract §2.6")
final class AcquireByKeyTest {

    private static final KeyClaim CLAIM = new KeyClaim(STRANGER, 2);
    private static final Refusal UNKNOWN = new Refusal.NotFound();
    private static final Refusal ELSEWHERE = new Refusal.KeyClaimed(HOME, CLAIM);

    /** A key that is looked up, what is found, and why it will not do. */
    record Row(String name, Acquire acquire, Slot found, Refusal why) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Slot claimed(Slot slot) {
        return slot.withClaim(CLAIM, NOW);
    }

    private static Slot listing(KeyState state) {
        return Stored.initialized().with(HOME, state).with(KEY, state).slot();
    }

    static Stream<Row> byKey() {
        Slot held = Stored.initialized().heldBy(OTHER).slot();
        Slot bare = Stored.uninitialized().with(HOME, KeyState.ASSOCIATED).slot();
        Slot kept = Stored.completed().with(HOME, KeyState.COMPLETED).slot();
        return Stream.of(
                new Row("unknown, nothing there", Acquire.byKey(HOME), Slot.EMPTY, UNKNOWN),
                new Row("unknown, an instance that does not list it", Acquire.byKey(HOME), held, UNKNOWN),
                new Row("claimed, nothing else there", Acquire.byKey(HOME), claimed(Slot.EMPTY), ELSEWHERE),
                new Row("claimed, an instance that does not list it", Acquire.byKey(HOME), claimed(held), ELSEWHERE),
                new Row("followed to an instance that is gone", Acquire.byKey(KEY), claimed(Slot.EMPTY), UNKNOWN),
                new Row("followed to an instance that does not list it", Acquire.byKey(KEY), claimed(held), UNKNOWN),
                new Row("completed", Acquire.byKey(HOME), listing(KeyState.COMPLETED), new Refusal.KeyCompleted(ID)),
                new Row("of a completed instance", Acquire.byKey(HOME), kept, new Refusal.InstanceCompleted(ID)),
                new Row("of an instance without data", Acquire.byKey(HOME), bare, UNKNOWN));
    }

    static Stream<Row> forKey() {
        Slot other = Stored.initialized().slot();
        Slot held = Stored.uninitialized().heldBy(OTHER).slot();
        Slot ended = Stored.completed().slot();
        Refusal inUse = new Refusal.IdInUse(ID);
        Refusal completed = new Refusal.KeyCompleted(ID);
        return Stream.of(
                new Row("claimed at home", Acquire.forKey(HOME), claimed(Slot.EMPTY), ELSEWHERE),
                new Row("claimed at home, an instance there", Acquire.forKey(HOME), claimed(other), ELSEWHERE),
                new Row("an initialized instance has the id", Acquire.forKey(KEY), other, inUse),
                new Row("an initialized instance has the id at home", Acquire.forKey(HOME), other, inUse),
                new Row("another holds the id", Acquire.forKey(KEY), held, new Refusal.HeldBy(OTHER)),
                new Row(
                        "a completed instance has the id",
                        Acquire.forKey(KEY),
                        ended,
                        new Refusal.InstanceCompleted(ID)),
                new Row("the id has completed the key", Acquire.forKey(KEY), listing(KeyState.COMPLETED), completed));
    }

    @Nested
    @DisplayName("that an instance has")
    final class ByKey {

        @ParameterizedTest(name = "{0}")
        @MethodSource("dev.rehydrate.slot.operation.AcquireByKeyTest#byKey")
        void isRefusedIfTheKeyIs(Row row) {
            assertThat(SlotPlay.on(row.found()).refuse(row.acquire().op())).isEqualTo(row.why());
        }

        @Test
        void holdsTheInstanceAtHome() {
            SlotPlay play = SlotPlay.on(listing(KeyState.ASSOCIATED));

            assertThat(play.write(Acquire.byKey(HOME).op()).record().header().holder())
                    .isEqualTo(ME);
        }

        @Test
        void holdsTheInstanceToWhichAClaimLed() {
            SlotPlay play = SlotPlay.on(listing(KeyState.ASSOCIATED));

            assertThat(play.write(Acquire.byKey(KEY).op()).record().id()).isEqualTo(ID);
        }

        @Test
        void acceptsAnInstanceWithoutDataIfToldSo() {
            SlotPlay play = SlotPlay.on(Stored.uninitialized().with(KEY, KeyState.ASSOCIATED));

            LoadGrant grant =
                    play.write(Acquire.byKeyAcceptingUninitialized(KEY).op());

            assertThat(grant.record().state()).isEqualTo(InstanceState.UNINITIALIZED);
        }

        @Test
        void saysWhoHoldsIt() {
            Stored held = Stored.initialized().heldBy(OTHER).with(HOME, KeyState.ASSOCIATED);

            assertThat(SlotPlay.on(held).refuse(Acquire.byKey(HOME).op())).isEqualTo(new Refusal.HeldBy(OTHER));
        }

        @Test
        void doesNotSayWhoHoldsAnInstanceThatHasCompletedTheKey() {
            Stored held = Stored.initialized().heldBy(OTHER).with(HOME, KeyState.COMPLETED);

            assertThat(SlotPlay.on(held).refuse(Acquire.byKey(HOME).op())).isEqualTo(new Refusal.KeyCompleted(ID));
        }
    }

    @Nested
    @DisplayName("that no instance has")
    final class ForKey {

        @ParameterizedTest(name = "{0}")
        @MethodSource("dev.rehydrate.slot.operation.AcquireByKeyTest#forKey")
        void isRefusedIf(Row row) {
            assertThat(SlotPlay.on(row.found()).refuse(row.acquire().op())).isEqualTo(row.why());
        }

        @Test
        void showsTheWayBeforeAnythingElse() {
            InstanceKey first = new InstanceKey(1, 1);
            Slot revoked = claimed(Slot.EMPTY.withClaimEpoch(3, NOW));
            Slot held = claimed(Stored.uninitialized().heldBy(OTHER).slot());

            assertThat(SlotPlay.on(revoked)
                            .refuse(Acquire.forKey(HOME).associating(first).op()))
                    .isEqualTo(ELSEWHERE);
            assertThat(SlotPlay.on(held).refuse(Acquire.forKey(HOME).op())).isEqualTo(ELSEWHERE);
        }

        @Test
        void isNotAskedForWithoutGivingTheKey() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new AcquireInstance(
                            Given.command(), Given.I, new LockProof.Nothing(), new Lookup.ForKey(HOME), Map.of(), 0));
        }

        @Test
        void createsTheInstanceAtHomeInOneStep() {
            SlotPlay play = SlotPlay.onNothing();

            LoadGrant grant = play.write(Acquire.forKey(HOME).op());

            assertThat(grant.record().id()).isEqualTo(ID);
            assertThat(grant.record().keys()).containsOnlyKeys(HOME);
            assertThat(grant.record().state()).isEqualTo(InstanceState.UNINITIALIZED);
        }

        @Test
        void createsTheInstanceElsewhereAsLongAsItsClaimHolds() {
            SlotPlay play = SlotPlay.on(claimed(Slot.EMPTY));

            assertThat(play.write(Acquire.forKey(KEY).op()).record().keys()).containsOnlyKeys(KEY);
        }

        @Test
        void adoptsALeftoverOfTheDead() {
            SlotPlay play = SlotPlay.on(Stored.uninitialized().heldBy(DEAD));

            assertThat(play.write(Acquire.forKey(HOME).op()).record().keys()).containsOnlyKeys(HOME);
        }

        @Test
        void loadsAnInstanceThatHasTheKeyAfterAll() {
            SlotPlay play = SlotPlay.on(listing(KeyState.ASSOCIATED));

            LoadGrant grant = play.write(Acquire.forKey(HOME).op());

            assertThat(grant.record().state()).isEqualTo(InstanceState.INITIALIZED);
            assertThat(grant.record().header().revision()).isEqualTo(Stored.SEEN);
        }
    }
}
