// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind;

import static dev.rehydrate.store.hazelcast.behind.GivenFarm.START;
import static dev.rehydrate.store.hazelcast.behind.GivenFarm.changedAt;
import static dev.rehydrate.store.hazelcast.behind.GivenFarm.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.slot.ClockSkew;
import dev.rehydrate.slot.Slot;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What is written to the database, and what is said of the rest. */
final class BehindWriterTest {

    private static final UUID ONE = key(0, 1);
    private static final UUID OTHER = key(1, 2);

    private final GivenFarm farm = new GivenFarm();
    private final BehindWriter writer = new BehindWriter(farm, farm, farm, farm::now);

    @Test
    void aSlotThatChangedSeveralTimesIsWrittenOnceAsItIsByThen() {
        farm.change(writer, ONE);
        farm.pass(1);
        Slot last = farm.change(writer, ONE);

        assertThat(writer.write()).isNull();

        assertThat(farm.rows).isEqualTo(Map.of(ONE, last));
        assertThat(farm.writes).isEqualTo(1);
        assertThat(writer.waiting()).isZero();
        assertThat(writer.write()).isNull();
        assertThat(farm.writes).isEqualTo(1);
    }

    @Test
    void aSlotThatIsNotThereAnyMoreIsRemovedAsOfItsChange() {
        farm.change(writer, ONE);
        writer.write();
        farm.pass(5);
        writer.note(ONE);
        farm.slots.remove(ONE);
        farm.pass(5);

        assertThat(writer.write()).isNull();

        assertThat(farm.rows.get(ONE).isBlank()).isTrue();
        assertThat(farm.rows.get(ONE).changedAt()).isEqualTo(START.plusSeconds(5));
    }

    @Test
    void whatCouldNotBeWrittenIsWrittenLaterAndHealthSaysSo() {
        Slot changed = farm.change(writer, ONE);
        farm.isAway = true;

        assertThat(writer.write()).contains("no connection");
        assertThat(writer.worry()).contains(START.toString(), "1 changed", "no connection");
        farm.pass(60);
        assertThat(writer.write()).contains("no connection");
        assertThat(writer.worry()).as("since when").contains(START.toString());
        assertThat(farm.marks).isEmpty();

        farm.isAway = false;
        assertThat(writer.write()).isNull();
        assertThat(farm.rows).isEqualTo(Map.of(ONE, changed));
        assertThat(writer.worry()).isNull();
    }

    @Test
    void aMarkSaysUntilWhenAPartitionIsWritten() {
        farm.change(writer, ONE);
        farm.pass(10);
        writer.write();

        assertThat(farm.marks).isEqualTo(Map.of(0, START.plusSeconds(10).minus(ClockSkew.MOST)));
    }

    @Test
    void marksAreNotMadeAnewAtEachWrite() {
        farm.change(writer, ONE);
        writer.write();
        farm.pass(4);
        farm.change(writer, ONE);
        farm.change(writer, OTHER);
        writer.write();
        assertThat(farm.marks).as("too early").isEqualTo(Map.of(0, START.minus(ClockSkew.MOST)));

        farm.pass(6);
        farm.owned.remove(0);
        writer.write();
        assertThat(farm.marks)
                .as("a partition that has gone keeps its mark")
                .isEqualTo(Map.of(
                        0, START.minus(ClockSkew.MOST), 1, START.plusSeconds(10).minus(ClockSkew.MOST)));
    }

    @Test
    void aPartitionWithWhatIsNotWrittenKeepsItsMark() {
        farm.change(writer, ONE);
        writer.write();
        farm.pass(20);
        farm.change(writer, ONE);
        farm.refused.add(ONE);
        writer.write();

        assertThat(farm.marks).isEqualTo(Map.of(0, START.minus(ClockSkew.MOST)));

        farm.refused.clear();
        farm.pass(20);
        writer.write();
        assertThat(farm.marks).isEqualTo(Map.of(0, START.plusSeconds(40).minus(ClockSkew.MOST)));
    }

    @Test
    void ofAPartitionThatCameWhatWasChangedSinceItsMarkIsWritten() {
        farm.slots.put(ONE, changedAt(START.minusSeconds(20)));
        Slot unwritten = changedAt(START.minusSeconds(9));
        farm.slots.put(key(0, 2), unwritten);
        farm.marks.put(0, START.minusSeconds(10));
        writer.arrived(0);

        assertThat(writer.write()).isNull();

        assertThat(farm.rows).isEqualTo(Map.of(key(0, 2), unwritten));
    }

    @Test
    void aPartitionIsComparedWholeAlsoIfItsMarkIsMadeInTheMomentOfTheMerge() {
        farm.change(writer, ONE);
        Slot merged = mergedWhenAMarkIsMade(() -> {});

        writer.write();
        assertThat(farm.marks).as("for the next owner").isEqualTo(Map.of(0, Instant.EPOCH));
        writer.write();

        assertThat(farm.rows).containsEntry(key(0, 2), merged);
    }

    @Test
    void aPartitionIsComparedWholeAlsoIfItsMarkCannotBeTakenBack() {
        farm.change(writer, ONE);
        Slot merged = mergedWhenAMarkIsMade(() -> {
            farm.marking = () -> {};
            throw new IllegalStateException("the partition is moving");
        });

        assertThat(writer.write()).contains("is moving");
        writer.write();

        assertThat(farm.rows).containsEntry(key(0, 2), merged);
    }

    private Slot mergedWhenAMarkIsMade(Runnable nextMark) {
        Slot merged = changedAt(START.minusSeconds(60));
        farm.marking = () -> {
            farm.marking = nextMark;
            farm.slots.put(key(0, 2), merged);
            farm.marks.put(0, Instant.EPOCH);
            writer.compareAll(0);
        };
        return merged;
    }

    /** After a split that is all of a member. */
    @Test
    void thePartitionsOfAMemberAreNotAllNotedAtOnce() {
        int each = 50_000;
        for (int partition = 0; partition < GivenFarm.PARTITIONS; partition++) {
            for (int number = 0; number < each; number++) {
                farm.slots.put(key(partition, number), changedAt(START));
            }
            writer.arrived(partition);
        }
        farm.writing = () -> assertThat(writer.waiting()).isLessThanOrEqualTo(each);

        assertThat(writer.write()).isNull();

        assertThat(farm.rows).hasSize(GivenFarm.PARTITIONS * each);
    }

    @Test
    void ofPartitionsThatHaveAllGoneNothingIsWaitedFor() {
        farm.owned.clear();
        writer.arrived(0);
        writer.arrived(1);
        assertThat(writer.write()).contains("moving");

        writer.goneAll();

        assertThat(writer.write()).isNull();
    }

    @Test
    void ofAPartitionThatIsStillComingNothingIsSaid() {
        farm.owned.remove(0);
        farm.slots.put(ONE, changedAt(START.minusSeconds(20)));
        writer.arrived(0);

        assertThat(writer.write()).contains("moving");
        assertThat(farm.rows).isEmpty();

        farm.owned.add(0);
        assertThat(writer.write()).isNull();
        assertThat(farm.rows).containsOnlyKeys(ONE);
    }

    @Test
    void aPartitionThatHasGoneIsLeftToItsNextOwner() {
        farm.change(writer, ONE);
        Slot kept = farm.change(writer, OTHER);
        farm.owned.remove(0);

        assertThat(writer.write()).contains("moved");

        assertThat(farm.rows).isEqualTo(Map.of(OTHER, kept));
        assertThat(farm.marks).containsOnlyKeys(1);
        assertThat(writer.write()).isNull();
    }

    @Test
    void aSlotThatTheDatabaseDoesNotTakeDoesNotHoldUpOthers() {
        farm.change(writer, ONE);
        Slot kept = farm.change(writer, OTHER);
        farm.refused.add(ONE);

        assertThat(writer.write()).isEqualTo("too large");

        assertThat(farm.rows).isEqualTo(Map.of(OTHER, kept));
        assertThat(farm.marks).containsOnlyKeys(1);
        assertThat(writer.worry()).contains("too large");

        farm.refused.clear();
        assertThat(writer.write()).isNull();
        assertThat(writer.worry()).isNull();
        assertThat(farm.rows).containsOnlyKeys(ONE, OTHER);
    }

    @Test
    void manySlotsAreWrittenInGroups() {
        for (int i = 0; i < 5_000; i++) {
            farm.change(writer, key(i % GivenFarm.PARTITIONS, i));
        }

        assertThat(writer.write()).isNull();

        assertThat(farm.rows).hasSize(5_000);
        assertThat(farm.writes).isBetween(10, 16);
    }
}
