// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind.write;

import static dev.rehydrate.store.hazelcast.behind.write.GivenFarm.START;
import static dev.rehydrate.store.hazelcast.behind.write.GivenFarm.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.slot.ClockSkew;
import dev.rehydrate.slot.Slot;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is written to the database, and what is said of the rest. */
final class BehindWriterTest {

    private static final UUID ONE = key(0, 1);
    private static final UUID OTHER = key(1, 2);

    private final GivenFarm farm = new GivenFarm();
    private final BehindWriter writer = new BehindWriter(farm, farm, farm, farm::now);

    private @Nullable String write() {
        return writer.flush().left();
    }

    @Test
    void aSlotThatChangedSeveralTimesIsWrittenOnceAsItIsByThen() {
        farm.change(writer, ONE);
        farm.pass(1);
        Slot last = farm.change(writer, ONE);
        farm.writing = () -> assertThat(writer.writingSince()).isEqualTo(START.plusSeconds(1));

        assertThat(write()).isNull();
        assertThat(writer.writingSince()).isNull();

        assertThat(farm.rows).isEqualTo(Map.of(ONE, last));
        assertThat(farm.writes).isEqualTo(1);
        assertThat(writer.waiting()).isZero();
        assertThat(write()).isNull();
        assertThat(farm.writes).isEqualTo(1);
    }

    @Test
    void aSlotThatIsNotThereAnyMoreIsRemovedAsOfItsChange() {
        farm.change(writer, ONE);
        write();
        farm.pass(5);
        writer.note(ONE);
        farm.slots.remove(ONE);
        farm.pass(5);

        assertThat(write()).isNull();

        assertThat(farm.rows.get(ONE).isBlank()).isTrue();
        assertThat(farm.rows.get(ONE).changedAt()).isEqualTo(START.plusSeconds(5));
    }

    /** The database may have what was about to be written: only a later removal removes it. */
    @Test
    void aSlotThatIsRemovedAfterAFailureIsRemovedAsOfItsLastChange() {
        farm.change(writer, ONE);
        farm.isAway = true;
        writer.flush();
        farm.pass(10);
        writer.note(ONE);
        farm.slots.remove(ONE);
        farm.isAway = false;

        assertThat(write()).isNull();

        assertThat(farm.rows.get(ONE).changedAt()).isEqualTo(START.plusSeconds(10));
    }

    @Test
    void aSlotThatIsRemovedWhileItIsWrittenInVainIsRemovedAsOfThen() {
        farm.change(writer, ONE);
        AtomicInteger waiting = new AtomicInteger();
        farm.writing = () -> {
            farm.writing = () -> {};
            farm.pass(10);
            writer.note(ONE);
            farm.slots.remove(ONE);
            waiting.set(writer.waiting());
            throw new StorageException(Effect.UNKNOWN, "the connection was lost", null);
        };
        writer.flush();
        assertThat(waiting).hasValue(1);

        assertThat(write()).isNull();

        assertThat(farm.rows.get(ONE).changedAt()).isEqualTo(START.plusSeconds(10));
    }

    @Test
    void whatCouldNotBeWrittenIsWrittenLaterAndHealthSaysSo() {
        Slot changed = farm.change(writer, ONE);
        farm.isAway = true;

        assertThat(write()).contains("no connection");
        assertThat(writer.healthIssue()).contains(START.toString(), "1 changed", "no connection");
        farm.pass(60);
        assertThat(write()).contains("no connection");
        assertThat(writer.healthIssue()).as("since when").contains(START.toString());
        assertThat(farm.marks).isEmpty();

        farm.isAway = false;
        assertThat(write()).isNull();
        assertThat(farm.rows).isEqualTo(Map.of(ONE, changed));
        assertThat(writer.healthIssue()).isNull();
    }

    @Test
    void whatAnErrorHasInterruptedIsWrittenLaterAndHealthSaysSo() {
        Slot changed = farm.change(writer, ONE);
        farm.writing = () -> {
            throw new OutOfMemoryError("Java heap space");
        };

        assertThat(write()).contains("Java heap space");
        assertThat(writer.healthIssue()).contains(START.toString(), "1 changed", "Java heap space");

        farm.writing = () -> {};
        assertThat(write()).isNull();
        assertThat(farm.rows).isEqualTo(Map.of(ONE, changed));
        assertThat(writer.healthIssue()).isNull();
    }

    @Test
    void aMarkSaysUntilWhenAPartitionIsWritten() {
        farm.change(writer, ONE);
        farm.pass(10);
        write();

        assertThat(farm.marks).isEqualTo(Map.of(0, START.plusSeconds(10).minus(ClockSkew.MOST)));
    }

    @Test
    void marksAreNotMadeAnewAtEachWrite() {
        farm.change(writer, ONE);
        write();
        farm.pass(4);
        farm.change(writer, ONE);
        farm.change(writer, OTHER);
        write();
        assertThat(farm.marks).as("too early").isEqualTo(Map.of(0, START.minus(ClockSkew.MOST)));

        farm.pass(6);
        farm.owned.remove(0);
        write();
        assertThat(farm.marks)
                .as("a partition that has gone keeps its mark")
                .isEqualTo(Map.of(
                        0, START.minus(ClockSkew.MOST), 1, START.plusSeconds(10).minus(ClockSkew.MOST)));
    }

    @Test
    void aPartitionWithWhatIsNotWrittenKeepsItsMark() {
        farm.change(writer, ONE);
        write();
        farm.pass(20);
        farm.change(writer, ONE);
        farm.refused.add(ONE);
        write();

        assertThat(farm.marks).isEqualTo(Map.of(0, START.minus(ClockSkew.MOST)));

        farm.refused.clear();
        farm.pass(20);
        write();
        assertThat(farm.marks).isEqualTo(Map.of(0, START.plusSeconds(40).minus(ClockSkew.MOST)));
    }

    @Test
    void aSlotThatTheDatabaseDoesNotTakeDoesNotHoldUpOthers() {
        farm.change(writer, ONE);
        Slot kept = farm.change(writer, OTHER);
        farm.refused.add(ONE);

        assertThat(write()).isEqualTo("too large");

        assertThat(farm.rows).isEqualTo(Map.of(OTHER, kept));
        assertThat(farm.marks).containsOnlyKeys(1);
        assertThat(writer.healthIssue()).contains("too large");

        farm.refused.clear();
        assertThat(write()).isNull();
        assertThat(writer.healthIssue()).isNull();
        assertThat(farm.rows).containsOnlyKeys(ONE, OTHER);
    }

    @Test
    void aSlotThatCannotBeReadDoesNotHoldUpOthersAndIsNotForgotten() {
        farm.change(writer, ONE);
        Slot kept = farm.change(writer, OTHER);
        farm.damaged.add(ONE);

        assertThat(write()).contains(ONE.toString(), "cannot be read");

        assertThat(farm.rows).isEqualTo(Map.of(OTHER, kept));
        assertThat(writer.healthIssue()).contains("cannot be read");
        assertThat(writer.waiting()).isEqualTo(1);
    }

    @Test
    void manySlotsAreWrittenInGroups() {
        for (int i = 0; i < 5_000; i++) {
            farm.change(writer, key(i % GivenFarm.PARTITIONS, i));
        }

        assertThat(write()).isNull();

        assertThat(farm.rows).hasSize(5_000);
        assertThat(farm.writes).isBetween(10, 16);
        assertThat(writer.answers()).isEqualTo(farm.writes);
    }

    /** What is taken stays in memory until it is written, and commands wait behind the steps in which it is taken. */
    @Test
    void ofAPartitionWithManySlotsSomeAreTakenAtATime() {
        for (int i = 0; i < 100_000; i++) {
            farm.change(writer, key(0, i));
        }
        farm.change(writer, OTHER);
        AtomicInteger most = new AtomicInteger();
        farm.writing = () -> most.accumulateAndGet(farm.visits - farm.rows.size(), Math::max);

        assertThat(write()).isNull();

        assertThat(farm.rows).isEqualTo(farm.slots);
        assertThat(most).hasValueLessThanOrEqualTo(2_000);
    }

    @Test
    void ofSeveralPartitionsNoMoreAreTakenAtATime() {
        for (int i = 0; i < 4_500; i++) {
            farm.change(writer, key(i % GivenFarm.PARTITIONS, i));
        }
        AtomicInteger most = new AtomicInteger();
        farm.writing = () -> most.accumulateAndGet(farm.visits - farm.rows.size(), Math::max);

        assertThat(write()).isNull();

        assertThat(most).hasValueLessThanOrEqualTo(2_000);
    }

    /** A member that stops does not wait for what another attempt would leave as well. */
    @Test
    void whetherNothingIsLeftButWhatTheDatabaseDoesNotTakeIsKnown() {
        write();
        assertThat(writer.refusesOnly()).as("all is written").isFalse();
        farm.refused.add(ONE);
        farm.change(writer, ONE);
        write();
        assertThat(writer.refusesOnly()).isTrue();
        assertThat(writer.isAnswered()).isTrue();

        moveAwayWithAChange();
        write();
        assertThat(writer.refusesOnly()).as("a partition has moved").isFalse();
        write();
        assertThat(writer.refusesOnly()).isTrue();

        farm.noting = keys -> {
            throw new IllegalStateException("the partition is moving");
        };
        moveAwayWithAChange();
        write();
        write();
        assertThat(writer.refusesOnly())
                .as("the next owner does not know of the slot")
                .isFalse();
        farm.noting = keys -> {};
        write();
        assertThat(writer.refusesOnly()).isTrue();

        writer.arrived(1);
        write();
        assertThat(writer.refusesOnly()).as("a partition is moving").isFalse();
        writer.gone(1);
        farm.isAway = true;
        write();
        assertThat(writer.refusesOnly()).as("the database is away").isFalse();
        assertThat(writer.isAnswered()).isFalse();
    }

    private void moveAwayWithAChange() {
        farm.owned.add(1);
        farm.change(writer, OTHER);
        farm.owned.remove(1);
    }

    /** Each attempt costs a connection, and finding the slot among many costs many of them. */
    @Test
    void whatTheDatabaseDoesNotTakeIsTriedAgainNowAndThen() {
        farm.refused.add(ONE);
        Slot first = farm.change(writer, ONE);
        writer.flushInTime();
        assertThat(farm.writes).isEqualTo(1);

        farm.pass(1);
        assertThat(writer.flushInTime().left()).contains("too large");
        assertThat(writer.healthIssue()).contains("too large");
        assertThat(farm.writes).isEqualTo(1);

        farm.pass(10);
        writer.flushInTime();
        assertThat(farm.writes).isEqualTo(2);

        farm.refused.clear();
        farm.pass(10);
        assertThat(writer.flushInTime().left()).isNull();
        assertThat(farm.rows).isEqualTo(Map.of(ONE, first));
        assertThat(writer.healthIssue()).isNull();
    }

    @Test
    void whatTheDatabaseDoesNotTakeIsTriedAtOnceWhenItHasChangedOrACallerAsks() {
        farm.refused.add(ONE);
        farm.change(writer, ONE);
        writer.flushInTime();
        farm.refused.clear();
        farm.pass(1);
        Slot later = farm.change(writer, ONE);

        assertThat(writer.flushInTime().left()).isNull();
        assertThat(farm.rows).isEqualTo(Map.of(ONE, later));

        farm.refused.add(ONE);
        farm.pass(1);
        Slot last = farm.change(writer, ONE);
        writer.flushInTime();
        farm.refused.clear();
        assertThat(writer.flushForCaller().left()).isNull();
        assertThat(farm.rows).isEqualTo(Map.of(ONE, last));
    }

    @Test
    void whatTheDatabaseDoesNotTakeIsTriedAgainAlsoAfterTheClockWasSetBack() {
        farm.refused.add(ONE);
        farm.change(writer, ONE);
        writer.flushInTime();
        farm.refused.clear();

        farm.pass(-600);

        assertThat(writer.flushInTime().left()).isNull();
        assertThat(farm.rows).containsOnlyKeys(ONE);
    }

    @Test
    void whatTheDatabaseDoesNotTakeEitherWhenItHasChangedIsTriedNowAndThenOnly() {
        farm.refused.add(ONE);
        farm.change(writer, ONE);
        writer.flushInTime();
        farm.pass(1);
        farm.change(writer, ONE);
        writer.flushInTime();
        assertThat(farm.writes).isEqualTo(2);

        farm.pass(1);
        writer.flushInTime();

        assertThat(farm.writes).isEqualTo(2);
    }
}
