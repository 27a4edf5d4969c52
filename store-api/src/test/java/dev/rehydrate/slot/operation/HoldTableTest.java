// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static dev.rehydrate.slot.operation.Given.DEAD;
import static dev.rehydrate.slot.operation.Given.ID;
import static dev.rehydrate.slot.operation.Given.ME;
import static dev.rehydrate.slot.operation.Given.OTHER;
import static dev.rehydrate.slot.operation.Stored.LIFE;
import static dev.rehydrate.slot.operation.Stored.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.decision.CommitAnswer;
import dev.rehydrate.slot.decision.LoadGrant;
import dev.rehydrate.slot.decision.Refusal;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who may write an instance, row by row: contract §2.1. */
@DisplayName("The decision table of holds, contract §2.1")
final class HoldTableTest {

    private static final Hold MINE = Given.hold(LIFE, TOKEN);
    private static final LockProof NOTHING = new LockProof.Nothing();
    private static final LockProof HOLDING = new LockProof.Holding(MINE);
    private static final LockProof ORPHANED = new LockProof.Abandoned(MINE);
    private static final LockProof OLD_ORPHAN = new LockProof.Abandoned(Given.hold(LIFE, TOKEN - 1));
    private static final Refusal MINE_ALREADY = new Refusal.AlreadyMine(MINE);
    private static final Refusal HELD = new Refusal.HeldBy(OTHER);
    private static final Refusal LOST = new Refusal.HoldLost();
    private static final Refusal ENDED = new Refusal.InstanceCompleted(ID);

    /** A row in which the hold passes to the caller, or stays with it. */
    record Granted(String row, LockProof proof, Slot found, long token) {
        @Override
        public String toString() {
            return row;
        }
    }

    /** A row in which the caller is refused. */
    record Refused(String row, LockProof proof, Slot found, Refusal why) {
        @Override
        public String toString() {
            return row;
        }
    }

    static Stream<Granted> granted() {
        return Stream.of(
                new Granted("nothing presented, nothing there: the first token", NOTHING, Slot.EMPTY, 1),
                new Granted("nothing presented, held by no owner: the next token", NOTHING, free(), TOKEN + 1),
                new Granted("nothing presented, held by the dead: the next token", NOTHING, held(DEAD), TOKEN + 1),
                new Granted("my hold presented and still mine: the same token", HOLDING, held(ME), TOKEN),
                new Granted("my orphan presented and still there: the next token", ORPHANED, held(ME), TOKEN + 1),
                new Granted("an orphan presented, held by no owner: the next token", ORPHANED, free(), TOKEN + 1),
                new Granted("an orphan presented, held by the dead: the next token", ORPHANED, held(DEAD), TOKEN + 1),
                new Granted("an orphan presented, nothing there: the first token", ORPHANED, Slot.EMPTY, 1));
    }

    static Stream<Refused> refused() {
        Slot ended = Stored.completed().slot();
        LockProof older = new LockProof.Holding(Given.hold(LIFE, TOKEN - 1));
        LockProof newer = new LockProof.Holding(Given.hold(LIFE, TOKEN + 1));
        LockProof earlier = new LockProof.Holding(Given.hold(LIFE - 1, TOKEN));
        return Stream.of(
                new Refused("nothing presented, completed", NOTHING, ended, ENDED),
                new Refused("nothing presented, held by a live other", NOTHING, held(OTHER), HELD),
                new Refused("nothing presented, held by me", NOTHING, held(ME), MINE_ALREADY),
                new Refused("a hold presented, nothing there", HOLDING, Slot.EMPTY, LOST),
                new Refused("a hold presented, held by no owner", HOLDING, free(), LOST),
                new Refused("a hold presented, held by a live other", HOLDING, held(OTHER), LOST),
                new Refused("a hold presented, held by the dead", HOLDING, held(DEAD), LOST),
                new Refused("an older hold of mine presented", older, held(ME), LOST),
                new Refused("a newer hold than mine presented", newer, held(ME), LOST),
                new Refused("a hold on an earlier life presented", earlier, held(ME), LOST),
                new Refused("a hold presented, completed", HOLDING, ended, ENDED),
                new Refused("an older hold presented, completed", older, ended, ENDED),
                new Refused("a hold on an earlier life presented, completed", earlier, ended, LOST),
                new Refused("an orphan presented, completed", ORPHANED, ended, ENDED),
                new Refused("an orphan presented, held by a live other", ORPHANED, held(OTHER), HELD),
                new Refused("an orphan presented that is not the present hold", OLD_ORPHAN, held(ME), MINE_ALREADY));
    }

    private static Slot free() {
        return Stored.initialized().slot();
    }

    private static Slot held(OwnerId owner) {
        return Stored.initialized().heldBy(owner).slot();
    }

    @Nested
    @DisplayName("for a commit")
    final class ForACommit {

        @ParameterizedTest(name = "{0}")
        @MethodSource("dev.rehydrate.slot.operation.HoldTableTest#granted")
        void grants(Granted row) {
            SlotPlay play = SlotPlay.on(row.found());

            CommitAnswer answer = play.write(Commit.held().proving(row.proof()).op());

            assertThat(answer.receipt().token().value()).isEqualTo(row.token());
            assertThat(play.record().header().token().value()).isEqualTo(row.token());
            assertThat(play.record().header().holder()).isEqualTo(ME);
        }

        @ParameterizedTest(name = "{0}")
        @MethodSource("dev.rehydrate.slot.operation.HoldTableTest#refused")
        void refuses(Refused row) {
            Refusal refusal = SlotPlay.on(row.found())
                    .refuse(Commit.held().proving(row.proof()).op());

            assertThat(refusal).isEqualTo(row.why());
        }
    }

    @Nested
    @DisplayName("for an acquisition")
    final class ForAnAcquisition {

        @ParameterizedTest(name = "{0}")
        @MethodSource("dev.rehydrate.slot.operation.HoldTableTest#granted")
        void grants(Granted row) {
            SlotPlay play = SlotPlay.on(row.found());

            LoadGrant grant =
                    play.write(Acquire.byIdOrCreate().proving(row.proof()).op());

            assertThat(grant.record()).isEqualTo(play.record());
            assertThat(play.record().header().token().value()).isEqualTo(row.token());
            assertThat(play.record().header().holder()).isEqualTo(ME);
        }

        @ParameterizedTest(name = "{0}")
        @MethodSource("dev.rehydrate.slot.operation.HoldTableTest#refused")
        void refuses(Refused row) {
            Refusal refusal = SlotPlay.on(row.found())
                    .refuse(Acquire.byIdOrCreate().proving(row.proof()).op());

            assertThat(refusal).isEqualTo(row.why());
        }
    }
}
