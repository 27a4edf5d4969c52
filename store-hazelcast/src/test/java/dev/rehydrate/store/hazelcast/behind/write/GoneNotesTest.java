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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What becomes of a slot that a member has noted, and that is not there when it is to be written. */
final class GoneNotesTest {

    private static final UUID ONE = key(0, 1);
    private static final UUID OTHER = key(1, 2);

    private final GivenFarm farm = new GivenFarm();
    private final BehindWriter writer = new BehindWriter(farm, farm, farm, farm::now);
    private final List<UUID> noted = new ArrayList<>();

    private @Nullable String write() {
        return writer.flush().left();
    }

    private void moveAway(int partition) {
        farm.owned.remove(partition);
        writer.gone(partition);
    }

    /** By its mark the next owner finds what has changed and is there, and no removal. */
    @Test
    void whatIsNotedWhenItsPartitionMovesIsNotedByTheNextOwner() {
        farm.noting = noted::addAll;
        writer.note(ONE);
        writer.note(OTHER);
        moveAway(0);

        assertThat(write()).contains("moved");
        assertThat(noted).containsExactly(ONE);

        assertThat(write()).isNull();
        assertThat(noted).as("once").containsExactly(ONE);
    }

    @Test
    void alsoIfTheNextOwnerCanBeToldOnlyLater() {
        farm.noting = keys -> {
            throw new IllegalStateException("the partition is moving");
        };
        writer.note(ONE);
        moveAway(0);
        write();
        assertThat(write()).contains("1 slots", "do not know of it");

        farm.noting = noted::addAll;
        assertThat(write()).isNull();

        assertThat(noted).containsExactly(ONE);
    }

    @Test
    void alsoIfTheDatabaseIsAway() {
        farm.noting = noted::addAll;
        farm.isAway = true;
        writer.note(ONE);
        farm.change(writer, OTHER);
        moveAway(0);

        assertThat(write()).contains("no connection");

        assertThat(noted).containsExactly(ONE);
        assertThat(writer.waiting()).isEqualTo(1);
    }

    /** The merge brings it, and notes it then; before it has come it only looks as if it had been removed. */
    @Test
    void whatAMemberHadNotedWhenItLeftItsFarmForAnotherOneIsNotPassedOn() {
        farm.noting = noted::addAll;
        writer.note(ONE);
        farm.owned.clear();
        writer.goneAll();

        assertThat(write()).isNull();

        assertThat(noted).isEmpty();
    }

    @Test
    void alsoIfTheNextOwnerCouldNotBeToldBefore() {
        farm.noting = keys -> {
            throw new IllegalStateException("the member is on the other side of the split");
        };
        writer.note(ONE);
        moveAway(0);
        write();
        farm.noting = noted::addAll;
        farm.owned.clear();
        writer.goneAll();

        assertThat(write()).isNull();

        assertThat(noted).isEmpty();
    }

    @Test
    void alsoIfItLeavesWhileItWrites() {
        farm.noting = noted::addAll;
        writer.note(ONE);
        farm.asked = partition -> {
            farm.asked = again -> {};
            farm.owned.clear();
            writer.goneAll();
        };

        write();
        write();

        assertThat(noted).isEmpty();
        assertThat(writer.waiting()).isZero();
    }

    @Test
    void alsoIfItLeavesWhenAPartitionHadGoneBefore() {
        farm.noting = noted::addAll;
        writer.note(ONE);
        writer.note(OTHER);
        moveAway(0);
        farm.asked = partition -> {
            if (partition == 1) {
                farm.asked = again -> {};
                farm.owned.clear();
                writer.goneAll();
            }
        };

        write();
        write();

        assertThat(noted).isEmpty();
    }

    @Test
    void whatIsNotedInTheNextFarmIsPassedOnAsBefore() {
        farm.noting = noted::addAll;
        writer.goneAll();
        writer.note(ONE);
        moveAway(0);

        write();

        assertThat(noted).containsExactly(ONE);
    }

    /** It has partitions of the other farm by then, to which the merge has not brought the slot yet. */
    @Test
    void whatAMemberCouldNotWriteWhenItLeftItsFarmForAnotherOneIsNotRemovedThere() {
        Slot row = changedAt(START.minusSeconds(60));
        farm.rows.put(ONE, row);
        farm.change(writer, ONE);
        farm.writing = () -> {
            farm.writing = () -> {};
            farm.slots.clear();
            writer.goneAll();
            throw new StorageException(Effect.UNKNOWN, "the connection was lost", null);
        };
        assertThat(write()).contains("connection was lost");

        assertThat(write()).isNull();

        assertThat(farm.rows).isEqualTo(Map.of(ONE, row));
    }

    /** The slot, which only this side may have, comes by the merge: until then the owner in the other farm would remove its row. */
    @Test
    void whatAMemberWasWritingWhenItLeftItsFarmForAnotherOneIsNotPassedOnAsGone() {
        List<UUID> notedIfThere = new ArrayList<>();
        farm.noting = noted::addAll;
        farm.notingPresent = notedIfThere::addAll;
        farm.change(writer, ONE);
        farm.marks.put(0, START);
        farm.writing = () -> {
            farm.writing = () -> {};
            farm.owned.clear();
            writer.goneAll();
        };

        write();
        write();

        assertThat(noted).isEmpty();
        assertThat(notedIfThere).as("where the merge has brought it, once").containsExactly(ONE);
        assertThat(farm.marks).as("for an owner to which the partition goes").containsEntry(0, Instant.EPOCH);
        assertThat(farm.rows).containsOnlyKeys(ONE);
    }

    /** The member had noted its last change, and has got its partition back without what was in it. */
    @Test
    void whatIsLostIsNotRemoved() {
        Slot row = changedAt(START.minusSeconds(60));
        farm.rows.put(ONE, row);
        writer.note(ONE);
        farm.lost.add(0);
        writer.arrived(0);

        assertThat(write()).isNull();

        assertThat(farm.rows).isEqualTo(Map.of(ONE, row));
        assertThat(writer.waiting()).isZero();
    }

    @Test
    void whatIsThereInALostPartitionIsWritten() {
        farm.lost.add(0);
        Slot made = farm.change(writer, ONE);

        assertThat(write()).isNull();

        assertThat(farm.rows).isEqualTo(Map.of(ONE, made));
    }
}
