// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static dev.rehydrate.slot.operation.Given.DEAD;
import static dev.rehydrate.slot.operation.Given.ID;
import static dev.rehydrate.slot.operation.Given.KEY;
import static dev.rehydrate.slot.operation.Given.ME;
import static dev.rehydrate.slot.operation.Given.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.instance.KeyState;
import dev.rehydrate.slot.EndRetention;
import dev.rehydrate.slot.decision.SweepAnswer;
import dev.rehydrate.slot.scan.SlotScan;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What has come to an end is purged after the time of its end state, and nothing else is. */
@DisplayName("Retention by end state")
final class EndRetentionTest {

    /** For how long a stored instance has been completed or failed. */
    private static final Duration AGE = Duration.ofSeconds(60);

    private static final Duration NOT_YET = AGE.plusNanos(1);
    private static final Duration LONG = Duration.ofHours(1);

    /** An instance, for how long completed and failed ones are kept, and whether it is purged. */
    record Row(
            String name,
            Stored stored,
            @Nullable Duration completed,
            @Nullable Duration failed,
            boolean purged) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row("completed, just long enough", Stored.completed(), AGE, null, true),
                new Row("completed, not quite long enough", Stored.completed(), NOT_YET, AGE, false),
                new Row("completed, kept for ever", Stored.completed(), null, AGE, false),
                new Row("completed while it was suspended", Stored.completed().suspended(), AGE, null, true),
                new Row(
                        "completed, for a time beyond the calendar",
                        Stored.completed(),
                        Duration.ofSeconds(Long.MAX_VALUE),
                        null,
                        false),
                new Row("failed, just long enough", Stored.initialized().failed(), null, AGE, true),
                new Row("failed, not quite long enough", Stored.initialized().failed(), AGE, NOT_YET, false),
                new Row("failed, kept for ever", Stored.initialized().failed(), AGE, null, false),
                new Row(
                        "failed and held by the dead",
                        Stored.initialized().failed().heldBy(DEAD),
                        null,
                        AGE,
                        true),
                new Row(
                        "failed and held by a live owner",
                        Stored.initialized().failed().heldBy(ME),
                        null,
                        AGE,
                        false),
                new Row("failed and due", Stored.initialized().failed().dueAt(NOW.minusSeconds(9)), null, AGE, false),
                new Row(
                        "failed and due in a year",
                        Stored.initialized().failed().dueAt(NOW.plusSeconds(9)),
                        null,
                        AGE,
                        false),
                new Row("suspended, and not failed", Stored.initialized().suspended(), AGE, AGE, false),
                new Row("at work", Stored.initialized(), AGE, AGE, false),
                new Row("without data", Stored.uninitialized(), AGE, AGE, false));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void isKeptToByASweepAndByTheScanForIt(Row row) {
        SweepSlot sweep = new SweepSlot(Set.of(DEAD), LONG, new EndRetention(row.completed(), row.failed()));
        Stored stored = row.stored().with(KEY, KeyState.COMPLETED).underEpoch(2);

        assertThat(new SlotScan.Sweepable(sweep).matches(stored.slot(), NOW)).isEqualTo(row.purged());
        SlotPlay play = SlotPlay.on(stored);
        if (row.purged()) {
            assertThat(play.write(sweep)).isEqualTo(new SweepAnswer(ID, 3, Set.of(KEY)));
            assertThat(play.slot().instance()).isNull();
        } else {
            assertThat(play.keep(sweep)).isEqualTo(SweepAnswer.NOTHING);
        }
    }

    @Test
    void isForEverUnlessSet() {
        SweepSlot sweep = new SweepSlot(Set.of(DEAD), LONG);

        assertThat(sweep.ends()).isEqualTo(EndRetention.NEVER);
        SlotPlay.on(Stored.completed())
                .clockAt(NOW.plus(Duration.ofDays(36_500)))
                .keep(sweep);
        SlotPlay.on(Stored.initialized().failed())
                .clockAt(NOW.plus(Duration.ofDays(36_500)))
                .keep(sweep);
    }

    @Test
    void doesNothingTheSecondTime() {
        SweepSlot sweep = new SweepSlot(Set.of(), LONG, EndRetention.NEVER.ofCompleted(AGE));
        SlotPlay play = SlotPlay.on(Stored.completed());

        play.write(sweep);

        assertThat(play.keep(sweep)).isEqualTo(SweepAnswer.NOTHING);
    }

    @Test
    void isATimeOrForEver() {
        assertThat(EndRetention.NEVER.ofFailed(AGE).ofCompleted(LONG)).isEqualTo(new EndRetention(LONG, AGE));
        assertThat(new EndRetention(LONG, AGE).ofFailed(null).ofCompleted(null)).isEqualTo(EndRetention.NEVER);
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> EndRetention.NEVER.ofCompleted(Duration.ZERO))
                .withMessageContaining("complete with DELETE");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> EndRetention.NEVER.ofFailed(Duration.ofSeconds(-1)));
    }
}
