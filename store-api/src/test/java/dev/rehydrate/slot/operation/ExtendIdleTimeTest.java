// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static dev.rehydrate.slot.operation.Given.I;
import static dev.rehydrate.slot.operation.Given.ID;
import static dev.rehydrate.slot.operation.Given.NOW;
import static dev.rehydrate.slot.operation.Given.OTHER;
import static dev.rehydrate.slot.operation.Given.command;
import static dev.rehydrate.slot.operation.Given.sequenced;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.change.IdleTtlChange;
import dev.rehydrate.slot.decision.ControlAnswer;
import dev.rehydrate.slot.decision.Refusal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How the idle time begins anew without a save. */
@DisplayName("A touch")
final class ExtendIdleTimeTest {

    private static final Duration TTL = Duration.ofMinutes(10);
    private static final Duration NEARLY = TTL.minusMillis(1);

    private static ExtendIdleTime touch(CommandId command) {
        return new ExtendIdleTime(command, I, new IdleTtlChange.Keep());
    }

    private static ExtendIdleTime setting(CommandId command, @Nullable Duration ttl) {
        return new ExtendIdleTime(command, I, new IdleTtlChange.Set(ttl));
    }

    @Test
    void beginsTheIdleTimeAnewAndChangesNothingElse() {
        Stored held = Stored.initialized().heldBy(OTHER).dueAt(NOW).idleFor(TTL).underEpoch(4);
        SlotPlay play = SlotPlay.on(held).wait(TTL.multipliedBy(3));

        ControlAnswer answer = play.write(touch(command()));

        assertThat(play.record().header().expiresAt()).isEqualTo(play.now().plus(TTL));
        assertThat(play.record().header().revision())
                .isEqualTo(held.record().header().revision());
        assertThat(play.record().header().token())
                .isEqualTo(held.record().header().token());
        assertThat(play.record().header().holder()).isEqualTo(OTHER);
        assertThat(play.record().header().updatedAt())
                .isEqualTo(held.record().header().updatedAt());
        assertThat(play.record().data()).isEqualTo(held.record().data());
        assertThat(answer.droppedKeys()).isEmpty();
        assertThat(answer.claimEpoch()).isEqualTo(4);
        assertThat(answer.runnableAt()).isNull();
    }

    @Test
    void setsAnotherTimeToLive() {
        SlotPlay play = SlotPlay.on(Stored.initialized().idleFor(TTL));

        play.write(setting(command(), TTL.multipliedBy(2)));
        assertThat(play.record().header().expiresAt()).isEqualTo(NOW.plus(TTL.multipliedBy(2)));

        play.write(setting(command(), null));
        assertThat(play.record().header().expiresAt()).isNull();
    }

    @Test
    void isRefusedWhereNothingCanBeExtended() {
        SlotPlay expired = SlotPlay.on(Stored.initialized().idleFor(TTL)).wait(TTL.multipliedBy(3));

        assertThat(expired.refuse(touch(command()))).isEqualTo(new Refusal.NotFound());
        assertThat(SlotPlay.onNothing().refuse(touch(command()))).isEqualTo(new Refusal.NotFound());
        assertThat(SlotPlay.on(Stored.completed()).refuse(touch(command())))
                .isEqualTo(new Refusal.InstanceCompleted(ID));
    }

    @Test
    void isDoneOnceForEachCommand() {
        SlotPlay play = SlotPlay.on(Stored.initialized().idleFor(TTL));
        CommandId command = command();
        play.write(touch(command));
        play.wait(NEARLY);

        play.keep(touch(command));

        assertThat(play.record().header().expiresAt()).isEqualTo(NOW.plus(TTL));
    }

    @Test
    void pushesOutNoCommandThatMustBeRemembered() {
        SlotPlay play = SlotPlay.on(Stored.initialized().idleFor(TTL));
        CommandId save = sequenced(3, 0, 1);
        CommitInstance saving =
                Commit.released().as(save).replacing("text", "new").op();
        play.write(saving);

        for (int number = 2; number < 50; number++) {
            play.write(touch(sequenced(3, 0, number)));
        }

        assertThat(play.keep(saving).receipt().revision())
                .isEqualTo(play.record().header().revision());
    }

    @Test
    void withAnotherTimeToLiveIsNeverDoneAgainLate() {
        SlotPlay play = SlotPlay.on(Stored.initialized().idleFor(TTL));
        CommandId first = sequenced(3, 0, 1);
        play.write(setting(first, TTL));
        for (int number = 2; number < 200; number++) {
            play.write(setting(sequenced(3, 0, number), TTL.multipliedBy(number)));
        }

        assertThat(play.refuse(setting(first, TTL))).isEqualTo(new Refusal.TooLateToTell());
    }
}
