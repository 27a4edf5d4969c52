// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static dev.rehydrate.slot.operation.Given.KEY;
import static dev.rehydrate.slot.operation.Given.ME;
import static dev.rehydrate.slot.operation.Given.NOW;
import static dev.rehydrate.slot.operation.Given.OTHER;
import static dev.rehydrate.slot.operation.Given.command;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.instance.KeyState;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.decision.Refusal;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Giving a hold back and nothing else: contract §2.4 (pure unlock) and §2.10. */
@DisplayName("A release, contract §2.4")
final class ReleaseHoldTest {

    private static final Hold MINE = Given.hold(Stored.LIFE, Stored.TOKEN);

    private static ReleaseHold release(Hold hold) {
        return new ReleaseHold(command(), ME, hold);
    }

    @Test
    void changesNothingButTheHolder() {
        SlotPlay play = SlotPlay.on(Stored.initialized().heldBy(ME).with(KEY, KeyState.ASSOCIATED))
                .wait(Duration.ofSeconds(3));

        play.write(release(MINE));

        assertThat(play.record())
                .isEqualTo(Stored.initialized().with(KEY, KeyState.ASSOCIATED).record());
        assertThat(play.slot().changedAt()).isEqualTo(NOW.plusSeconds(3));
    }

    @Test
    void beginsTheIdleTimeAnew() {
        Duration hour = Duration.ofHours(1);
        Stored mine = Stored.initialized().heldBy(ME).idleFor(hour);
        SlotPlay play = SlotPlay.on(mine).wait(hour.multipliedBy(2));

        play.write(release(MINE));

        assertThat(play.record().header().expiresAt()).isEqualTo(NOW.plus(hour.multipliedBy(3)));
        assertThat(play.record().header().updatedAt())
                .isEqualTo(mine.record().header().updatedAt());
    }

    @Test
    void answersWhenTheInstanceWantsToRun() {
        Stored mine = Stored.initialized().heldBy(ME);
        Stored bare = Stored.uninitialized().heldBy(ME);

        assertThat(SlotPlay.on(mine).write(release(MINE))).isEmpty();
        assertThat(SlotPlay.on(mine.dueAt(NOW)).write(release(MINE))).contains(NOW);
        assertThat(SlotPlay.on(mine.suspended()).write(release(MINE))).isEmpty();
        assertThat(SlotPlay.on(bare.dueAt(NOW)).write(release(MINE))).isEmpty();
    }

    @Test
    void letsTheNextHolderHaveTheNextToken() {
        SlotPlay play = SlotPlay.on(Stored.initialized().heldBy(ME));

        play.write(release(MINE));
        play.write(Acquire.byId().op());

        assertThat(play.record().header().token().value()).isEqualTo(Stored.TOKEN + 1);
    }

    /** A slot and a hold on it that is not the present one. */
    record Row(String name, Slot found, Hold hold) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Row> lost() {
        Slot mine = Stored.initialized().heldBy(ME).slot();
        return Stream.of(
                new Row("nothing is there", Slot.EMPTY, MINE),
                new Row("no owner holds it", Stored.initialized().slot(), MINE),
                new Row("another holds it", Stored.initialized().heldBy(OTHER).slot(), MINE),
                new Row("the hold is older", mine, Given.hold(Stored.LIFE, Stored.TOKEN - 1)),
                new Row("the hold is on another life", mine, Given.hold(Stored.LIFE - 1, Stored.TOKEN)),
                new Row("it is completed", Stored.completed().slot(), MINE));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lost")
    void isRefusedIf(Row row) {
        assertThat(SlotPlay.on(row.found()).refuse(release(row.hold()))).isEqualTo(new Refusal.HoldLost());
    }

    @Test
    void givenAgainChangesNothing() {
        SlotPlay play = SlotPlay.on(Stored.initialized().heldBy(ME).dueAt(NOW));
        ReleaseHold release = release(MINE);

        play.write(release);

        assertThat(play.keep(release)).isEqualTo(Optional.empty());
    }
}
