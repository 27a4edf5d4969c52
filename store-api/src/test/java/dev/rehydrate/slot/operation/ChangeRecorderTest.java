// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static dev.rehydrate.recording.ChangeEvent.ADOPTED;
import static dev.rehydrate.recording.ChangeEvent.COMPLETED;
import static dev.rehydrate.recording.ChangeEvent.CREATED;
import static dev.rehydrate.recording.ChangeEvent.FAILED;
import static dev.rehydrate.recording.ChangeEvent.HELD;
import static dev.rehydrate.recording.ChangeEvent.RELEASED;
import static dev.rehydrate.recording.ChangeEvent.RESUMED;
import static dev.rehydrate.recording.ChangeEvent.SAVED;
import static dev.rehydrate.recording.ChangeEvent.SUSPENDED;
import static dev.rehydrate.slot.operation.Given.DEAD;
import static dev.rehydrate.slot.operation.Given.HOME;
import static dev.rehydrate.slot.operation.Given.ME;
import static dev.rehydrate.slot.operation.Given.NOW;
import static dev.rehydrate.slot.operation.Given.OTHER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.change.IdleTtlChange;
import dev.rehydrate.command.change.SuspensionChange;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.recording.ChangeEvent;
import dev.rehydrate.recording.ChangeLog;
import dev.rehydrate.recording.RecordedChange;
import dev.rehydrate.recording.RecordedCommand;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.Payload;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.decision.Decision;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the flight recorder makes of each operation. */
class ChangeRecorderTest {

    private static final Caller I = by(3);

    record Row(String name, Slot slot, SlotOperation<?> operation, RecordedCommand command, Set<ChangeEvent> events) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Caller by(int most) {
        return new Caller(ME, Given.HOST, null, Set.of(DEAD), null, most);
    }

    private static Slot slot(Stored stored) {
        return stored.slot().recording(ChangeLog.empty(3));
    }

    private static Stored free() {
        return Stored.initialized();
    }

    private static Stored mine() {
        return Stored.initialized().heldBy(ME);
    }

    private static Hold hold() {
        return Hold.of(Objects.requireNonNull(mine().slot().instance()));
    }

    private static ControlInstance control(SuspensionChange change) {
        return new ControlInstance(Given.command(), I, change);
    }

    private static Row row(
            String name, Slot slot, SlotOperation<?> operation, RecordedCommand command, ChangeEvent... events) {
        return new Row(name, slot, operation, command, Set.of(events));
    }

    private static Slot after(Slot slot, SlotOperation<?> operation) {
        return operation.decide(Given.AT, slot, NOW) instanceof Decision.Write<?> write ? write.next() : slot;
    }

    private static List<RecordedChange> changes(Slot slot) {
        return slot.changes() == null ? List.of() : slot.changes().changes();
    }

    static Stream<Row> rows() {
        SuspensionChange failing = new SuspensionChange.Suspend("a turn failed", "stack", true);
        Slot suspended = after(slot(free()), control(new SuspensionChange.Suspend("look", null)))
                .recording(null);
        return Stream.of(
                row(
                        "a create",
                        Slot.EMPTY,
                        Commit.released()
                                .by(I)
                                .expecting(Expected.absent())
                                .replacing("a", "b")
                                .op(),
                        RecordedCommand.CREATE,
                        CREATED),
                row(
                        "a load that creates",
                        Slot.EMPTY,
                        Acquire.byIdOrCreate().by(I).op(),
                        RecordedCommand.LOAD,
                        CREATED,
                        HELD),
                row("a load", slot(free()), Acquire.byId().by(I).op(), RecordedCommand.LOAD, HELD),
                row(
                        "a load of what the dead held",
                        slot(free().heldBy(DEAD)),
                        Acquire.runnable().by(I).op(),
                        RecordedCommand.RUN,
                        ADOPTED,
                        HELD),
                row(
                        "a save of what the dead held",
                        slot(free().heldBy(DEAD)),
                        Commit.released().by(I).replacing("a", "b").op(),
                        RecordedCommand.SAVE,
                        ADOPTED,
                        SAVED,
                        RELEASED),
                row(
                        "a save that keeps the hold",
                        slot(mine()),
                        Commit.held().by(I).holding(hold()).replacing("a", "b").op(),
                        RecordedCommand.SAVE,
                        SAVED),
                row(
                        "a save that suspends",
                        slot(mine()),
                        Commit.released()
                                .by(I)
                                .holding(hold())
                                .suspension(failing)
                                .op(),
                        RecordedCommand.SAVE,
                        SAVED,
                        SUSPENDED,
                        FAILED,
                        RELEASED),
                row(
                        "a save of what is suspended and stays so",
                        suspended.recording(ChangeLog.empty(3)),
                        Commit.released().by(I).replacing("a", "b").op(),
                        RecordedCommand.SAVE,
                        SAVED),
                row(
                        "a create where something has expired",
                        slot(free().idleFor(Duration.ofSeconds(60))),
                        Commit.released().by(I).replacing("a", "b").op(),
                        RecordedCommand.SAVE,
                        CREATED),
                row(
                        "a load of what a handle of the same owner had left held",
                        slot(mine()),
                        Acquire.byId()
                                .by(I)
                                .proving(new LockProof.Abandoned(hold()))
                                .op(),
                        RecordedCommand.LOAD,
                        HELD),
                row(
                        "a completion",
                        slot(mine()),
                        Commit.completed().by(I).holding(hold()).op(),
                        RecordedCommand.COMPLETE,
                        SAVED,
                        COMPLETED,
                        RELEASED),
                row(
                        "a completion of what is suspended",
                        suspended,
                        Commit.completed().by(I).op(),
                        RecordedCommand.COMPLETE,
                        SAVED,
                        COMPLETED),
                row(
                        "a release",
                        slot(mine()),
                        new ReleaseHold(Given.command(), ME, hold()),
                        RecordedCommand.RELEASE,
                        RELEASED),
                row(
                        "a release by a person",
                        slot(free().heldBy(OTHER)),
                        new RevokeHold(Given.command(), I),
                        RecordedCommand.FORCE_RELEASE,
                        RELEASED),
                row(
                        "a suspension by a person",
                        slot(free()),
                        control(new SuspensionChange.Suspend("look", null)),
                        RecordedCommand.SUSPEND,
                        SUSPENDED),
                row(
                        "a resumption",
                        suspended,
                        control(new SuspensionChange.Resume()),
                        RecordedCommand.RESUME,
                        RESUMED));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void saysWhatHappened(Row row) {
        Slot next = after(row.slot(), row.operation());

        assertThat(changes(next)).singleElement().satisfies(change -> {
            assertThat(change.command()).isEqualTo(row.command());
            assertThat(change.events()).isEqualTo(row.events());
            assertThat(change.owner()).isEqualTo(ME);
            assertThat(change.at()).isEqualTo(NOW);
            assertThat(change.revision())
                    .isEqualTo(next.instance().header().revision().number());
            assertThat(change.bytes())
                    .isEqualTo(Payload.of(next.instance().data())
                            + Payload.of(next.instance().metadata()));
        });
    }

    static Stream<SlotOperation<?>> silent() {
        CommandId sweep = Given.command();
        return Stream.of(
                new InspectSlot(Set.of()),
                control(new SuspensionChange.Resume()),
                new ExtendIdleTime(sweep, I, new IdleTtlChange.Keep()),
                new RevokeClaims(Given.KEY, 0, Set.of()),
                new SweepSlot(Set.of(), Duration.ofHours(1)));
    }

    @ParameterizedTest
    @MethodSource("silent")
    void keepsWhatIsThereWhereNothingHappens(SlotOperation<?> operation) {
        Slot before = after(
                slot(free().with(HOME, KeyState.ASSOCIATED)),
                Acquire.byId().by(I).op());

        assertThat(after(before, operation).changes()).isEqualTo(before.changes());
    }

    @Test
    void recordsNothingUnlessAskedTo() {
        Slot made = after(Slot.EMPTY, Commit.held().replacing("a", "b").op());

        assertThat(made.changes()).isNull();
        Hold hold = Hold.of(Objects.requireNonNull(made.instance()));
        assertThat(after(made, new ReleaseHold(Given.command(), ME, hold)).changes())
                .isNull();
    }

    /** The tool with which a person looks at the farm has settings of its own. */
    @Test
    void goesOnForCallersThatBeginNothing() {
        Slot begun =
                after(Slot.EMPTY, Commit.released().by(I).replacing("a", "b").op());
        Slot next = after(begun, Commit.released().by(by(0)).replacing("a", "c").op());

        assertThat(changes(next)).hasSize(2);
        assertThat(next.changes().capacity()).isEqualTo(3);
    }

    @Test
    void takesTheNumberOfTheLastCallerThatSaysOne() {
        Slot slot = Slot.EMPTY;
        for (int i = 0; i < 5; i++) {
            slot = after(slot, Commit.released().by(I).replacing("a", "b").op());
        }
        assertThat(changes(slot)).hasSize(3);
        slot = after(slot, Commit.released().by(by(2)).replacing("a", "b").op());
        assertThat(changes(slot)).extracting(RecordedChange::revision).containsExactly(5L, 6L);
        slot = after(slot, Commit.released().by(by(4)).replacing("a", "b").op());
        assertThat(changes(slot)).extracting(RecordedChange::revision).containsExactly(5L, 6L, 7L);
    }

    @Test
    void recordsARepeatOnce() {
        CommitInstance save = Commit.released().by(I).replacing("a", "b").op();
        Slot once = after(Slot.EMPTY, save);

        assertThat(after(once, save)).isEqualTo(once);
        assertThat(changes(once)).hasSize(1);
    }

    @Test
    void aNewLifeBeginsEmpty() {
        Slot first =
                after(Slot.EMPTY, Commit.released().by(I).replacing("a", "b").op());
        Slot ended = after(first, Commit.deleted().by(I).op());

        assertThat(ended.changes()).isNull();
        assertThat(changes(
                        after(ended, Commit.released().by(I).replacing("a", "b").op())))
                .singleElement()
                .satisfies(change -> assertThat(change.events()).containsExactly(CREATED));
    }

    @Test
    void countsTheBytesOfManyValuesByWhatChanges() {
        Slot slot =
                after(Slot.EMPTY, Commit.released().by(I).changing(many("x")).op());
        for (int i = 0; i < 3; i++) {
            slot = after(
                    slot,
                    Commit.released()
                            .by(I)
                            .changing(Given.putting("name7", "longer" + i))
                            .op());
        }
        slot = after(
                slot, Commit.released().by(I).changing(Given.removing("name8")).op());
        slot = after(
                slot,
                Commit.released().by(I).metadata(Given.putting("author", "ann")).op());

        assertThat(slot.instance().isWide()).isTrue();
        List<RecordedChange> changes = changes(slot);
        assertThat(changes.get(changes.size() - 1).bytes())
                .isEqualTo(Payload.of(slot.instance().data())
                        + Payload.of(slot.instance().metadata()));
    }

    private static ValueDelta<StoredValue> many(String text) {
        String[] all = new String[2000];
        for (int i = 0; i < all.length; i += 2) {
            all[i] = "name" + i / 2;
            all[i + 1] = text;
        }
        return Given.putting(all);
    }

    @Test
    void onlyWhoAsksIsTold() {
        Slot slot =
                after(Slot.EMPTY, Commit.released().by(I).replacing("a", "b").op());

        Slot all = ((Decision.Keep<Slot>) new InspectSlot(Set.of()).decide(Given.AT, slot, NOW)).answer();
        Slot asked = ((Decision.Keep<Slot>) InspectSlot.ofChanges(Set.of()).decide(Given.AT, slot, NOW)).answer();

        assertThat(all.changes()).isNull();
        assertThat(asked.changes()).isEqualTo(slot.changes());
        assertThat(asked.instance().data()).isEmpty();
    }
}
