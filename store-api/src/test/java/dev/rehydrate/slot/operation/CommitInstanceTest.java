// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static dev.rehydrate.slot.operation.Given.DEAD;
import static dev.rehydrate.slot.operation.Given.HOST;
import static dev.rehydrate.slot.operation.Given.ID;
import static dev.rehydrate.slot.operation.Given.ME;
import static dev.rehydrate.slot.operation.Given.NOW;
import static dev.rehydrate.slot.operation.Given.bag;
import static dev.rehydrate.slot.operation.Given.putting;
import static dev.rehydrate.slot.operation.Given.removing;
import static dev.rehydrate.slot.operation.Stored.LIFE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.change.DueChange;
import dev.rehydrate.command.change.SuspensionChange;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.instance.Suspension;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.decision.CommitAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What a commit writes: contract §2.4, steps 1, 3, 8 and 9. */
@DisplayName("A commit, contract §2.4")
final class CommitInstanceTest {

    private static final Duration HOUR = Duration.ofHours(1);

    @Nested
    @DisplayName("of an id that is not there")
    final class FirstSave {

        @Test
        void createsTheInstanceForTheCallersHostTypeAndIdleTime() {
            Caller caller = new Caller(ME, HOST, HOUR, Set.of());
            SlotPlay play = SlotPlay.onNothing();

            SaveReceipt receipt = play.write(
                            Commit.held().by(caller).replacing("text", "new").op())
                    .receipt();

            InstanceRecord record = play.record();
            assertThat(receipt).isEqualTo(receiptOf(record));
            assertThat(record.id()).isEqualTo(ID);
            assertThat(record.state()).isEqualTo(InstanceState.INITIALIZED);
            assertThat(record.data()).isEqualTo(bag("text", "new"));
            assertThat(record.header().revision().number()).isEqualTo(1);
            assertThat(record.header().token()).isEqualTo(FencingToken.FIRST);
            assertThat(record.header().holder()).isEqualTo(ME);
            assertThat(record.header().hostType()).isEqualTo(HOST);
            assertThat(record.header().createdAt()).isEqualTo(NOW);
            assertThat(record.header().updatedAt()).isEqualTo(NOW);
            assertThat(record.header().expiresAt()).isEqualTo(NOW.plus(HOUR));
        }

        @Test
        void withoutDataLeavesTheInstanceUninitialized() {
            SlotPlay play = SlotPlay.onNothing();

            play.write(Commit.released().metadata(putting("author", "bob")).op());

            assertThat(play.record().state()).isEqualTo(InstanceState.UNINITIALIZED);
            assertThat(play.record().metadata()).isEqualTo(bag("author", "bob"));
            assertThat(play.record().header().holder()).isNull();
        }

        @Test
        void leavesAClaimOnTheAddressAlone() {
            KeyClaim claim = new KeyClaim(Given.STRANGER, 3);
            SlotPlay play = SlotPlay.on(Slot.EMPTY.withClaim(claim, NOW));

            play.write(Commit.released().replacing("text", "new").op());

            assertThat(play.slot().claim()).isEqualTo(claim);
        }
    }

    @Nested
    @DisplayName("of data")
    final class OfData {

        @Test
        void replacesTheWholeBag() {
            SlotPlay play = SlotPlay.on(Stored.initialized());

            play.write(Commit.released().replacing("text", "new").op());

            assertThat(play.record().data()).isEqualTo(bag("text", "new"));
            assertThat(play.record().metadata()).isEqualTo(bag("author", "ann"));
        }

        @Test
        void changesOnlyTheValuesThatAreNamed() {
            SlotPlay play = SlotPlay.on(Stored.initialized());

            play.write(Commit.released()
                    .changing(new ValueDelta<>(bag("text", "new", "more", "1"), Set.of("title", "unknown")))
                    .op());

            assertThat(play.record().data()).isEqualTo(bag("text", "new", "more", "1"));
        }

        @Test
        void initializesAnUninitializedInstanceEvenIfTheBagStaysEmpty() {
            SlotPlay replaced = SlotPlay.on(Stored.uninitialized());
            SlotPlay changed = SlotPlay.on(Stored.uninitialized());

            replaced.write(Commit.released().replacing().op());
            changed.write(Commit.released().changing(ValueDelta.none()).op());

            assertThat(replaced.record().state()).isEqualTo(InstanceState.INITIALIZED);
            assertThat(changed.record().state()).isEqualTo(InstanceState.INITIALIZED);
        }

        @Test
        void isTheNextRevisionOfTheSameLife() {
            SlotPlay play = SlotPlay.on(Stored.initialized());

            SaveReceipt receipt =
                    play.write(Commit.released().replacing("text", "new").op()).receipt();

            assertThat(receipt.revision().incarnation()).isEqualTo(LIFE);
            assertThat(receipt.revision().number()).isEqualTo(7);
            assertThat(receipt).isEqualTo(receiptOf(play.record()));
            assertThat(play.record().header().createdAt()).isEqualTo(NOW.minusSeconds(600));
            assertThat(play.record().header().updatedAt()).isEqualTo(NOW);
            assertThat(play.slot().changedAt()).isEqualTo(NOW);
        }
    }

    @Nested
    @DisplayName("of metadata only")
    final class OfMetadata {

        @Test
        void leavesDataStateDueTimeKeysAndDefinitionAlone() {
            DefinitionIdentity definition = DefinitionIdentity.of("approval", "1.0");
            Stored before = Stored.initialized()
                    .dueAt(NOW)
                    .madeFrom(definition)
                    .suspended()
                    .with(Given.KEY, KeyState.ASSOCIATED);
            SlotPlay play = SlotPlay.on(before);

            play.write(Commit.released()
                    .metadata(new ValueDelta<>(bag("reader", "bob"), Set.of("author")))
                    .op());

            assertThat(play.record().metadata()).isEqualTo(bag("reader", "bob"));
            assertThat(play.record().data()).isEqualTo(before.record().data());
            assertThat(play.record().keys()).isEqualTo(before.record().keys());
            assertThat(play.record().state()).isEqualTo(InstanceState.INITIALIZED);
            assertThat(play.record().header().dueAt()).isEqualTo(NOW);
            assertThat(play.record().header().definition()).isEqualTo(definition);
            assertThat(play.record().header().suspension())
                    .isEqualTo(before.record().header().suspension());
            assertThat(play.record().header().hostType()).isEqualTo(HOST);
        }

        @Test
        void doesNotInitializeTheInstance() {
            SlotPlay play = SlotPlay.on(Stored.uninitialized());

            play.write(Commit.released().metadata(removing("author")).op());

            assertThat(play.record().state()).isEqualTo(InstanceState.UNINITIALIZED);
            assertThat(play.record().metadata()).isEmpty();
        }
    }

    @Nested
    @DisplayName("of the due time")
    final class OfTheDueTime {

        @Test
        void setsAMomentOfTheStoresClock() {
            assertThat(dueAfter(new DueChange.At(NOW.plusSeconds(5)))).isEqualTo(NOW.plusSeconds(5));
        }

        @Test
        void countsADelayFromTheStoresPresent() {
            assertThat(dueAfter(new DueChange.After(HOUR))).isEqualTo(NOW.plus(HOUR));
        }

        @Test
        void takesADelayThatNoCalendarHoldsForTheEndOfTime() {
            Instant due = dueAfter(new DueChange.After(Duration.ofSeconds(Long.MAX_VALUE)));

            assertThat(due).isAfter(Instant.parse("9000-01-01T00:00:00Z"));
        }

        @Test
        void takesAMomentThatNoCalendarHoldsForTheNearestOne() {
            Instant far = Instant.parse("9999-12-31T23:59:59Z");

            assertThat(dueAfter(new DueChange.At(Instant.MAX))).isEqualTo(far);
            assertThat(dueAfter(new DueChange.At(far))).isEqualTo(far);
            assertThat(dueAfter(new DueChange.At(Instant.MIN))).isEqualTo(Instant.EPOCH);
            assertThat(dueAfter(new DueChange.At(Instant.EPOCH.plusMillis(1)))).isEqualTo(Instant.EPOCH.plusMillis(1));
        }

        @Test
        void keepsItInWholeMillisecondsAndNeverDueTooEarly() {
            assertThat(dueAfter(new DueChange.At(NOW.plusNanos(1)))).isEqualTo(NOW.plusMillis(1));
            assertThat(dueAfter(new DueChange.At(NOW.minusNanos(1)))).isEqualTo(NOW.minusMillis(1));
            assertThat(dueAfter(new DueChange.After(Duration.ofNanos(1_000_001))))
                    .isEqualTo(NOW.plusMillis(2));
        }

        @Test
        void removesIt() {
            assertThat(dueAfter(new DueChange.Never())).isNull();
        }

        @Test
        void keepsItUnlessSaidOtherwise() {
            assertThat(dueAfter(new DueChange.Keep())).isEqualTo(NOW.minusSeconds(1));
        }

        private Instant dueAfter(DueChange change) {
            SlotPlay play = SlotPlay.on(Stored.initialized().dueAt(NOW.minusSeconds(1)));
            play.write(Commit.released().due(change).op());
            return play.record().header().dueAt();
        }
    }

    @Nested
    @DisplayName("of suspension, definition and idle time")
    final class OfTheRest {

        @Test
        void suspendsWithReasonFailureAndTheStoresTime() {
            SlotPlay play = SlotPlay.on(Stored.initialized());

            play.write(Commit.released()
                    .suspension(new SuspensionChange.Suspend("broken", "java.io.IOException"))
                    .op());

            assertThat(play.record().header().suspension())
                    .isEqualTo(new Suspension("broken", "java.io.IOException", NOW));
        }

        @Test
        void resumes() {
            SlotPlay play = SlotPlay.on(Stored.initialized().suspended());

            play.write(
                    Commit.released().suspension(new SuspensionChange.Resume()).op());

            assertThat(play.record().header().suspension()).isNull();
        }

        @Test
        void setsTheDefinitionAndTakesItAway() {
            DefinitionIdentity definition = DefinitionIdentity.of("approval", "1.0");
            SlotPlay play = SlotPlay.on(Stored.initialized());

            play.write(Commit.released().definition(definition).op());
            assertThat(play.record().header().definition()).isEqualTo(definition);

            play.write(Commit.released().definition(null).op());
            assertThat(play.record().header().definition()).isNull();
        }

        @Test
        void setsTheIdleTimeWhichBeginsAnewWithEverySave() {
            SlotPlay play = SlotPlay.on(Stored.initialized());

            play.write(Commit.released().idleTtl(HOUR).op());
            assertThat(play.record().header().expiresAt()).isEqualTo(NOW.plus(HOUR));

            play.wait(Duration.ofMinutes(59)).write(Commit.released().op());
            assertThat(play.record().header().expiresAt())
                    .isEqualTo(NOW.plus(Duration.ofMinutes(59)).plus(HOUR));

            play.write(Commit.released().idleTtl(null).op());
            assertThat(play.record().header().expiresAt()).isNull();
        }

        @Test
        void takesAnIdleTimeThatNoCalendarHoldsForTheEndOfTime() {
            SlotPlay play = SlotPlay.on(Stored.initialized());

            play.write(Commit.released()
                    .idleTtl(Duration.ofSeconds(Long.MAX_VALUE))
                    .op());

            assertThat(play.record().header().expiresAt()).isAfter(Instant.parse("9000-01-01T00:00:00Z"));
        }
    }

    @Nested
    @DisplayName("of the hold")
    final class OfTheHold {

        @Test
        void keepsItForTheCaller() {
            Stored mine = Stored.initialized().heldBy(ME);
            SlotPlay play = SlotPlay.on(mine);

            CommitAnswer answer = play.write(Commit.held().holding(mine.hold()).op());

            assertThat(play.record().header().holder()).isEqualTo(ME);
            assertThat(answer.runnableAt()).isNull();
        }

        @Test
        void givesItBack() {
            Stored mine = Stored.initialized().heldBy(ME);
            SlotPlay play = SlotPlay.on(mine);

            play.write(Commit.released().holding(mine.hold()).op());

            assertThat(play.record().header().holder()).isNull();
            assertThat(play.record().header().token()).isEqualTo(new FencingToken(Stored.TOKEN));
        }

        @Test
        void takesItFromTheDead() {
            SlotPlay play = SlotPlay.on(Stored.initialized().heldBy(DEAD));

            play.write(Commit.held().op());

            assertThat(play.record().header().holder()).isEqualTo(ME);
        }
    }

    @Nested
    @DisplayName("answers when the instance wants to run")
    final class RunnableAt {

        @Test
        void ifNobodyHoldsIt() {
            assertThat(runnableAt(Commit.released().replacing().due(new DueChange.At(NOW))))
                    .isEqualTo(NOW);
        }

        @Test
        void butNotIfItIsHeld() {
            assertThat(runnableAt(Commit.held().replacing().due(new DueChange.At(NOW))))
                    .isNull();
        }

        @Test
        void norIfItIsSuspended() {
            Commit suspended = Commit.released()
                    .replacing()
                    .due(new DueChange.At(NOW))
                    .suspension(new SuspensionChange.Suspend("wait", null));

            assertThat(runnableAt(suspended)).isNull();
        }

        @Test
        void norIfItNeverGotData() {
            assertThat(runnableAt(Commit.released().due(new DueChange.At(NOW)))).isNull();
        }

        private Instant runnableAt(Commit commit) {
            return SlotPlay.onNothing().write(commit.op()).runnableAt();
        }
    }

    private static SaveReceipt receiptOf(InstanceRecord record) {
        return new SaveReceipt(
                record.id(), record.header().revision(), record.header().token(), record.state());
    }

    @Test
    void knowsTheSameCommitUnderANewerEpoch() {
        CommitInstance commit =
                Commit.released().associating(Given.KEY).under(3).op();

        CommitInstance again = commit.claimedUnder(5);

        assertThat(again.claimedUnder()).isEqualTo(5);
        assertThat(again.claimedUnder(3)).isEqualTo(commit);
        assertThat(again.changes().keys().associate()).isEqualTo(Map.of(Given.KEY, Map.of()));
    }
}
