// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static dev.rehydrate.slot.operation.Given.DEAD;
import static dev.rehydrate.slot.operation.Given.HOST;
import static dev.rehydrate.slot.operation.Given.ME;
import static dev.rehydrate.slot.operation.Given.NOW;
import static dev.rehydrate.slot.operation.Given.OTHER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.decision.Refusal;
import dev.rehydrate.slot.scan.SlotScan;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What wants to run, and for whom: contract §2.7, §2.9 and the recovery of §2.10. */
@DisplayName("An instance wants to run, contract §2.7")
final class RunnableTest {

    private static final DefinitionIdentity FIRST = DefinitionIdentity.of("approval", "1.0.0.1");
    private static final DefinitionIdentity FIXED = DefinitionIdentity.of("approval", "1.0.0.2");
    private static final DefinitionFilter ANY = DefinitionFilter.any();
    private static final DefinitionFilter EXACT = DefinitionFilter.exactly(FIRST);
    private static final DefinitionFilter REVISIONS = DefinitionFilter.anyRevisionOf(FIRST);

    /** An instance, a filter, and whether an owner with that filter is offered the instance. */
    record Row(String name, Stored stored, DefinitionFilter filter, boolean offered) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Stored due() {
        return Stored.initialized().dueAt(NOW);
    }

    private static Stored dueAt(Instant when) {
        return Stored.initialized().dueAt(when);
    }

    static Stream<Row> conditions() {
        Stored waiting = Stored.initialized();
        Stored bare = Stored.uninitialized();
        return Stream.of(
                new Row("due now", due(), ANY, true),
                new Row("due long ago", dueAt(NOW.minusSeconds(9)), ANY, true),
                new Row("due later", dueAt(NOW.plusNanos(1)), ANY, false),
                new Row("waiting for a message", waiting, ANY, false),
                new Row("due and suspended", due().suspended(), ANY, false),
                new Row("due without data", bare.dueAt(NOW), ANY, false),
                new Row("due and completed", Stored.completed().dueAt(NOW), ANY, false),
                new Row("due and held by a live other", due().heldBy(OTHER), ANY, false),
                new Row("due and held by the caller", due().heldBy(ME), ANY, false),
                new Row("due and held by the dead", due().heldBy(DEAD), ANY, true),
                new Row("waiting and held by the dead", Stored.initialized().heldBy(DEAD), ANY, true),
                new Row(
                        "due later and held by the dead",
                        dueAt(NOW.plusNanos(1)).heldBy(DEAD),
                        ANY,
                        true),
                new Row("suspended and held by the dead", due().suspended().heldBy(DEAD), ANY, false),
                new Row(
                        "without data and held by the dead",
                        Stored.uninitialized().heldBy(DEAD),
                        ANY,
                        false),
                new Row("of another host type", due().ofHostType("mails"), ANY, false),
                new Row("of no host type", due().ofHostType(null), ANY, false));
    }

    static Stream<Row> definitions() {
        return Stream.of(
                new Row("any: without definition", due(), ANY, true),
                new Row("any: with a definition", due().madeFrom(FIRST), ANY, true),
                new Row("exact: that one", due().madeFrom(FIRST), EXACT, true),
                new Row("exact: another revision", due().madeFrom(FIXED), EXACT, false),
                new Row("exact: without definition", due(), EXACT, false),
                new Row("exact or unidentified: without definition", due(), EXACT.orUnidentified(), true),
                new Row("any revision: another revision", due().madeFrom(FIXED), REVISIONS, true),
                new Row(
                        "any revision: another build",
                        due().madeFrom(DefinitionIdentity.of("approval", "1.0.1.1")),
                        REVISIONS,
                        false));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"conditions", "definitions"})
    void forAnOwnerIf(Row row) {
        AcquireInstance acquire = Acquire.runnable(row.filter()).op();
        SlotPlay play = SlotPlay.on(row.stored());

        if (row.offered()) {
            assertThat(play.write(acquire).record().header().holder()).isEqualTo(ME);
        } else {
            assertThat(play.refuse(acquire)).isEqualTo(new Refusal.NotFound());
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"conditions", "definitions"})
    void andIsFoundByAScanJustThen(Row row) {
        SlotScan scan = new SlotScan.ToRun(HOST, row.filter(), Set.of(DEAD));

        assertThat(scan.matches(row.stored().slot(), NOW)).isEqualTo(row.offered());
    }

    @Test
    void butNotWhereNothingIs() {
        assertThat(new SlotScan.ToRun(HOST, ANY, Set.of()).matches(Slot.EMPTY, NOW))
                .isFalse();
        assertThat(SlotPlay.onNothing().refuse(Acquire.runnable().op())).isEqualTo(new Refusal.NotFound());
    }

    @Test
    void forOneOwnerOnlyAndKeepsItsDueTime() {
        SlotPlay play = SlotPlay.on(due());

        InstanceRecord record = play.write(Acquire.runnable().op()).record();

        assertThat(record.header().dueAt()).isEqualTo(NOW);
        assertThat(play.refuse(Acquire.runnable()
                        .by(new Caller(OTHER, HOST, null, Set.of()))
                        .op()))
                .isEqualTo(new Refusal.NotFound());
    }

    @Test
    void atTheMomentThatItsRecordSays() {
        assertThat(due().record().runnableAt()).isEqualTo(NOW);
        assertThat(due().heldBy(OTHER).record().runnableAt()).isNull();
        assertThat(due().suspended().record().runnableAt()).isNull();
        assertThat(Stored.uninitialized().dueAt(NOW).record().runnableAt()).isNull();
        assertThat(Stored.initialized().record().runnableAt()).isNull();
    }
}
