// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static dev.rehydrate.slot.operation.Given.DEAD;
import static dev.rehydrate.slot.operation.Given.HOME;
import static dev.rehydrate.slot.operation.Given.I;
import static dev.rehydrate.slot.operation.Given.KEY;
import static dev.rehydrate.slot.operation.Given.ME;
import static dev.rehydrate.slot.operation.Given.NOW;
import static dev.rehydrate.slot.operation.Given.OTHER;
import static dev.rehydrate.slot.operation.Given.STRANGER;
import static dev.rehydrate.slot.operation.Given.command;
import static dev.rehydrate.slot.operation.Stored.SEEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.Expected;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.decision.Refusal;
import dev.rehydrate.slot.scan.SlotScan;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Expiry never ends what lives, and what it ends is gone for every operation alike. */
@DisplayName("Expiry")
final class ExpiryTest {

    /** The age of a stored instance: with this idle time it expires just now. */
    private static final Duration AGE = Duration.ofSeconds(60);

    /** An instance that has been idle for long enough, and whether it has expired. */
    record Row(String name, Stored stored, boolean expired) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Stored idle() {
        return Stored.initialized().idleFor(AGE);
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row("idle just long enough", idle(), true),
                new Row("idle for longer", Stored.initialized().idleFor(AGE.minusNanos(1)), true),
                new Row("idle not quite long enough", Stored.initialized().idleFor(AGE.plusNanos(1)), false),
                new Row("without idle time", Stored.initialized(), false),
                new Row("held by a live other", idle().heldBy(OTHER), false),
                new Row("held by the caller", idle().heldBy(ME), false),
                new Row("held by the dead", idle().heldBy(DEAD), true),
                new Row("due now", idle().dueAt(NOW), false),
                new Row("due in a year", idle().dueAt(NOW.plus(Duration.ofDays(365))), false),
                new Row("suspended", idle().suspended(), false),
                new Row("suspended and held by the dead", idle().suspended().heldBy(DEAD), false),
                new Row("never got data", Stored.uninitialized().idleFor(AGE), true),
                new Row("completed and kept", Stored.completed().idleFor(AGE), true));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void endsWhatIsIdleAndNothingThatLives(Row row) {
        SlotPlay play = SlotPlay.on(row.stored());

        Slot seen = play.keep(new InspectSlot(Set.of(DEAD)));

        assertThat(seen.instance() == null).isEqualTo(row.expired());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void isWhatASweepCarriesOut(Row row) {
        SweepSlot sweep = new SweepSlot(Set.of(DEAD), Duration.ofDays(1));
        Slot slot = row.stored().slot();

        assertThat(new SlotScan.Sweepable(sweep).matches(slot, NOW)).isEqualTo(row.expired());
        assertThat(sweep.decide(Given.AT, slot, NOW) instanceof Decision.Write).isEqualTo(row.expired());
    }

    @Nested
    @DisplayName("makes an instance gone")
    final class Gone {

        private final Stored expired = idle().with(HOME, KeyState.ASSOCIATED)
                .with(KEY, KeyState.ASSOCIATED)
                .underEpoch(3);

        @Test
        void forALoad() {
            assertThat(SlotPlay.on(expired).refuse(Acquire.byId().op())).isEqualTo(new Refusal.NotFound());
            assertThat(SlotPlay.on(expired).refuse(Acquire.byKey(HOME).op())).isEqualTo(new Refusal.NotFound());
        }

        @Test
        void forAnAdministrator() {
            assertThat(SlotPlay.on(expired).refuse(new ControlInstance(command(), I, null)))
                    .isEqualTo(new Refusal.NotFound());
        }

        @Test
        void forASaveWhichBeginsALaterLife() {
            SlotPlay play = SlotPlay.on(expired);

            play.write(Commit.released().expecting(Expected.absent()).op());

            assertThat(play.record().header().revision().incarnation()).isGreaterThan(SEEN.incarnation());
            assertThat(play.record().keys()).isEmpty();
            assertThat(play.slot().claimEpoch()).isEqualTo(4);
        }

        @Test
        void forASaveThatExpectsIt() {
            assertThat(SlotPlay.on(expired)
                            .refuse(Commit.released()
                                    .expecting(Expected.revision(SEEN))
                                    .op()))
                    .isEqualTo(new Refusal.Mismatch(null));
        }

        @Test
        void forAClaimOnItsHomeKeyForGood() {
            KeyClaim wanted = new KeyClaim(STRANGER, 0);
            SlotPlay play = SlotPlay.on(expired);

            play.write(new ClaimKey(HOME, wanted, null, Set.of()));

            assertThat(play.slot().claim()).isEqualTo(wanted);
            assertThat(play.slot().instance()).isNull();
            assertThat(play.slot().claimEpoch()).isEqualTo(4);
        }

        @Test
        void forARevocationForGoodEvenIfTheClockGoesBack() {
            SlotPlay play = SlotPlay.on(expired);

            long epoch = play.write(new RevokeClaims(KEY, 0, Set.of()));

            assertThat(epoch).isEqualTo(4);
            assertThat(play.slot().instance()).isNull();
            assertThat(play.clockAt(NOW.minusSeconds(30))
                            .keep(new InspectSlot(Set.of()))
                            .instance())
                    .isNull();
        }
    }
}
