// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind.write;

import static dev.rehydrate.store.hazelcast.behind.write.GivenFarm.START;
import static dev.rehydrate.store.hazelcast.behind.write.GivenFarm.changedAt;
import static dev.rehydrate.store.hazelcast.behind.write.GivenFarm.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.slot.Slot;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written of partitions that come and go, and who answers for them. */
final class MovingPartitionsTest {

    private static final UUID ONE = key(0, 1);
    private static final UUID OTHER = key(1, 2);

    private final GivenFarm farm = new GivenFarm();
    private final BehindWriter writer = new BehindWriter(farm, farm, farm, farm::now);

    private @Nullable String write() {
        return writer.flush().left();
    }

    @Test
    void aPartitionIsLookedThroughAgainAfterAnError() {
        Slot unwritten = changedAt(START);
        farm.slots.put(ONE, unwritten);
        farm.looking = () -> {
            throw new OutOfMemoryError("Java heap space");
        };
        writer.arrived(0);
        assertThat(write()).contains("Java heap space");

        farm.looking = () -> {};
        assertThat(write()).isNull();

        assertThat(farm.rows).isEqualTo(Map.of(ONE, unwritten));
    }

    @Test
    void ofAPartitionThatCameWhatWasChangedSinceItsMarkIsWritten() {
        farm.slots.put(ONE, changedAt(START.minusSeconds(20)));
        Slot unwritten = changedAt(START.minusSeconds(9));
        farm.slots.put(key(0, 2), unwritten);
        farm.marks.put(0, START.minusSeconds(10));
        writer.arrived(0);

        assertThat(write()).isNull();

        assertThat(farm.rows).isEqualTo(Map.of(key(0, 2), unwritten));
    }

    @Test
    void aPartitionIsComparedWholeAlsoIfItsMarkIsMadeInTheMomentOfTheMerge() {
        farm.change(writer, ONE);
        Slot merged = mergedWhenAMarkIsMade(() -> {});

        write();
        assertThat(farm.marks).as("for the next owner").isEqualTo(Map.of(0, Instant.EPOCH));
        write();

        assertThat(farm.rows).containsEntry(key(0, 2), merged);
    }

    @Test
    void aPartitionIsComparedWholeAlsoIfItsMarkCannotBeTakenBack() {
        farm.change(writer, ONE);
        Slot merged = mergedWhenAMarkIsMade(() -> {
            farm.marking = () -> {};
            throw new IllegalStateException("the partition is moving");
        });

        assertThat(write()).contains("is moving");
        write();

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

        assertThat(write()).isNull();

        assertThat(farm.rows).hasSize(GivenFarm.PARTITIONS * each);
    }

    @Test
    void ofPartitionsThatHaveAllGoneNothingIsWaitedFor() {
        farm.owned.clear();
        writer.arrived(0);
        writer.arrived(1);
        assertThat(write()).contains("moving");

        writer.goneAll();

        assertThat(write()).isNull();
    }

    @Test
    void ofAPartitionThatIsStillComingNothingIsSaid() {
        farm.owned.remove(0);
        farm.slots.put(ONE, changedAt(START.minusSeconds(20)));
        writer.arrived(0);

        assertThat(write()).contains("moving");
        assertThat(farm.rows).isEmpty();

        farm.owned.add(0);
        assertThat(write()).isNull();
        assertThat(farm.rows).containsOnlyKeys(ONE);
    }

    @Test
    void aPartitionThatHasGoneIsLeftToItsNextOwner() {
        farm.change(writer, ONE);
        Slot kept = farm.change(writer, OTHER);
        farm.owned.remove(0);

        assertThat(write()).contains("moved");

        assertThat(farm.rows).isEqualTo(Map.of(OTHER, kept));
        assertThat(farm.marks).containsOnlyKeys(1);
        assertThat(write()).isNull();
    }

    @Test
    void onlyWhatThisMemberHasAndHasWrittenIsAnsweredFor() {
        farm.change(writer, ONE);
        farm.change(writer, OTHER);
        farm.refused.add(ONE);
        assertThat(writer.flush().partitions().stream()).containsExactly(1, 2);

        farm.owned.remove(1);
        farm.refused.clear();
        assertThat(writer.flush().partitions().stream()).containsExactly(0, 2);
        farm.isAway = true;
        farm.change(writer, ONE);
        assertThat(writer.flush().partitions().stream()).isEmpty();
    }

    /** What comes after this member has looked is not written, also if it was here before. */
    @Test
    void aPartitionThatMovesMeanwhileIsNotAnsweredFor() {
        farm.change(writer, ONE);
        farm.writing = () -> {
            farm.owned.remove(0);
            writer.gone(0);
            writer.arrived(0);
            farm.owned.add(0);
            farm.owned.remove(1);
            writer.gone(1);
        };

        assertThat(writer.flush().partitions().stream()).containsExactly(2);
        farm.writing = () -> {};
        assertThat(writer.flush().partitions().stream()).containsExactly(0, 2);
    }

    /** One was asked before the partition came, the other one has left its changes to it, and was asked afterwards. */
    @Test
    void aPartitionThatMovesBetweenTwoMembersIsAnsweredForByTheOneThatHasWrittenIt() {
        GivenFarm next = new GivenFarm();
        next.owned.remove(0);
        BehindWriter ofNext = new BehindWriter(next, next, next, next::now);
        Slot changed = farm.change(writer, ONE);

        Flushed before = ofNext.flush();
        ofNext.arrived(0);
        next.slots.put(ONE, changed);
        next.owned.add(0);
        farm.owned.remove(0);
        writer.gone(0);
        assertThat(write()).as("a write that was under way").contains("moved");
        Flushed after = writer.flush();

        assertThat(after.left()).isNull();
        assertThat(after.partitions().get(0) || before.partitions().get(0)).isFalse();
        assertThat(ofNext.flush().partitions().get(0)).isTrue();
        assertThat(next.rows).isEqualTo(Map.of(ONE, changed));
    }

    /** The database may have them, and the member that has the partition can have written a later state before. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsWrittenForAPartitionThatHasMovedIsNotedAgainByItsOwner(boolean succeeds) {
        Set<UUID> noted = new HashSet<>();
        farm.noting = noted::addAll;
        farm.change(writer, ONE);
        farm.change(writer, OTHER);
        farm.pass(20);
        farm.marks.put(0, farm.now());
        farm.writing = () -> {
            farm.owned.remove(0);
            writer.gone(0);
            if (!succeeds) {
                throw new StorageException(Effect.UNKNOWN, "the connection was lost", null);
            }
        };

        writer.flush();

        assertThat(noted).containsExactly(ONE);
        assertThat(farm.marks).as("for the next owner").containsEntry(0, Instant.EPOCH);
        noted.clear();
        farm.writing = () -> {};
        assertThat(write())
                .satisfiesAnyOf(
                        left -> assertThat(left).isNull(),
                        left -> assertThat(left).contains("moved"));
        if (succeeds) {
            assertThat(noted).as("once").isEmpty();
        }
    }

    @Test
    void whatIsWrittenForAPartitionThatHasGoneAndComeBackIsWrittenAgain() {
        farm.noting = keys -> keys.forEach(writer::note);
        farm.change(writer, ONE);
        farm.marks.put(0, farm.now().plusSeconds(60));
        farm.writing = () -> {
            farm.slots.put(ONE, changedAt(START.plusSeconds(1)));
            writer.gone(0);
            writer.arrived(0);
        };
        writer.flush();
        farm.writing = () -> {};

        assertThat(write()).isNull();

        assertThat(farm.rows).isEqualTo(farm.slots);
    }

    @Test
    void aLateWriteThatItsOwnerDoesNotKnowOfIsToldAgain() {
        Set<UUID> noted = new HashSet<>();
        farm.noting = keys -> {
            throw new IllegalStateException("the partition is moving");
        };
        farm.change(writer, ONE);
        farm.writing = () -> farm.owned.remove(0);

        assertThat(write()).contains("1 slots", "do not know of it");
        farm.noting = noted::addAll;
        assertThat(write()).isNull();

        assertThat(noted).containsExactly(ONE);
    }

    @Test
    void whatWasWrittenInTimeIsNotNotedAgain() {
        farm.noting = keys -> {
            throw new AssertionError("nothing is late");
        };
        farm.change(writer, ONE);
        farm.isAway = true;
        writer.flush();
        farm.isAway = false;
        assertThat(write()).isNull();

        farm.owned.remove(0);
        writer.gone(0);

        assertThat(write()).isNull();
    }

    /** No slot tells of the row: the other side has written it, and taken the slot away before the merge. */
    @Test
    void whatStaysInAMergeIsWrittenThoughTheRowOfTheOtherSideIsLater() {
        Slot stays = changedAt(START.minusSeconds(60));
        farm.slots.put(ONE, stays);
        farm.rows.put(ONE, changedAt(START.minusSeconds(20)));
        writer.compareAll(0);

        assertThat(write()).isNull();

        assertThat(farm.rows).isEqualTo(Map.of(ONE, stays));
        assertThat(writer.healthIssue()).isNull();
    }

    @Test
    void alsoByTheNextOwnerOfThePartition() {
        Slot stays = changedAt(START.minusSeconds(60));
        farm.slots.put(ONE, stays);
        farm.rows.put(ONE, changedAt(START.minusSeconds(20)));
        farm.marks.put(0, Instant.EPOCH);
        farm.merges.put(0, START);
        farm.pass(60);
        writer.arrived(0);

        assertThat(write()).isNull();

        assertThat(farm.rows).isEqualTo(Map.of(ONE, stays));
    }

    /** It can be that of the member to which the partition has gone. */
    @Test
    void aRowThatIsLaterThanTheMergeStays() {
        farm.slots.put(ONE, changedAt(START.minusSeconds(60)));
        writer.compareAll(0);
        farm.pass(60);
        Slot later = changedAt(START.plusSeconds(50));
        farm.rows.put(ONE, later);

        assertThat(write()).contains("later");

        assertThat(farm.rows).isEqualTo(Map.of(ONE, later));
    }

    /** Each partition is merged at a moment of its own, and for as long as the member has it, its changes go with those of others. */
    @Test
    void partitionsThatWereMergedAtDifferentMomentsAreWrittenTogether() {
        for (int partition = 0; partition < 3; partition++) {
            farm.slots.put(key(partition, 1), changedAt(START.minusSeconds(60)));
            farm.rows.put(key(partition, 1), changedAt(START.minusSeconds(20)));
            writer.compareAll(partition);
            farm.pass(1);
        }

        assertThat(write()).isNull();

        assertThat(farm.rows).isEqualTo(farm.slots);
        assertThat(farm.writes).isEqualTo(1);
    }

    @Test
    void whatWasMergedBeforeAPartitionHasGoneDoesNotCountWhenItComesBack() {
        writer.compareAll(0);
        writer.gone(0);
        farm.pass(60);
        farm.slots.put(ONE, changedAt(START.minusSeconds(60)));
        farm.rows.put(ONE, changedAt(START.minusSeconds(20)));
        writer.arrived(0);

        assertThat(write()).contains("later");
    }
}
