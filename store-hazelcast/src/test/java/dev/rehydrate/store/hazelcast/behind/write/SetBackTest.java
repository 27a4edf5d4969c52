// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind.write;

import static dev.rehydrate.store.hazelcast.behind.write.GivenFarm.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.slot.Slot;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The database is as it was before the last writes. */
final class SetBackTest {

    private static final UUID ONE = key(0, 1);
    private static final UUID OTHER = key(1, 2);

    private final GivenFarm farm = new GivenFarm();
    private final BehindWriter writer = new BehindWriter(farm, farm, farm, farm::now);
    private Map<UUID, Slot> all = Map.of();

    @BeforeEach
    void isSetBack() {
        all = Map.of(ONE, farm.change(writer, ONE), OTHER, farm.change(writer, OTHER));
        farm.pass(60);
        assertThat(writer.flush().left()).isNull();
        farm.rows.clear();
        farm.isSetBack = true;
    }

    @Test
    void allSlotsAreWrittenAgain() {
        assertThat(writer.flushForCaller().left()).isNull();

        assertThat(farm.rows).isEqualTo(all);
    }

    @Test
    void partitionsOfOthersAreLeftToThem() {
        farm.owned.remove(2);

        assertThat(writer.flush().left()).isNull();

        assertThat(farm.marks).doesNotContainKey(2);
    }

    /** A write notices it. What it has written is there, and all else is not. */
    @Test
    void aFlushThatNoticesItInItsWriteWritesAllBeforeItEnds() {
        farm.isSetBack = false;
        farm.writing = () -> {
            farm.isSetBack = true;
            farm.writing = () -> {};
        };
        Slot later = farm.change(writer, ONE);

        assertThat(writer.flush().left()).isNull();

        assertThat(farm.rows).isEqualTo(Map.of(ONE, later, OTHER, all.get(OTHER)));
    }

    /** It goes by the mark alone. */
    @Test
    void theNextOwnerLooksAtAllIfThisOneEndsBeforeItHasWritten() {
        farm.writing = () -> {
            throw new IllegalStateException("killed");
        };
        writer.flush();

        assertThat(farm.marks).hasSize(GivenFarm.PARTITIONS).containsValue(Instant.EPOCH);
        assertThat(farm.marks.values()).containsOnly(Instant.EPOCH);
    }

    @Test
    void thatItIsNoticedIsNotForgottenIfTheMarksCannotBeTakenBack() {
        farm.marking = () -> {
            farm.marking = () -> {};
            throw new IllegalStateException("no answer");
        };
        assertThat(writer.flush().left()).contains("no answer");

        assertThat(writer.flush().left()).isNull();
        assertThat(farm.rows).isEqualTo(all);
    }

    @Test
    void aMemberWithNothingToWriteLooksFromTimeToTime() {
        writer.flushInTime();
        writer.flushInTime();
        assertThat(farm.looksBack).isEqualTo(1);
        farm.pass(10);
        writer.flushInTime();
        assertThat(farm.looksBack).isEqualTo(2);
    }

    @Test
    void aMemberLooksAlsoAfterItsClockWasSetBack() {
        writer.flushInTime();
        farm.pass(-3_600);
        writer.flushInTime();
        assertThat(farm.looksBack).isEqualTo(2);
    }

    @Test
    void aFlushDoesNotSayThatAllIsThereIfTheDatabaseDoesNotAnswer() {
        farm.isSetBack = false;
        farm.isAway = true;

        assertThat(writer.flushForCaller().left()).contains("no connection");
        writer.flushInTime();
        assertThat(writer.healthIssue()).as("nothing is to be written").isNull();
        assertThat(writer.isAnswered()).isFalse();

        farm.isAway = false;
        assertThat(writer.flushForCaller().left()).isNull();
        assertThat(writer.isAnswered()).isTrue();
    }

    @Test
    void aFlushWritesWhatWaitsAlsoIfTheDatabaseDoesNotTellWhatItHas() {
        farm.isSetBack = false;
        farm.tellsNothing = true;
        Slot later = farm.change(writer, ONE);

        assertThat(writer.flushForCaller().left()).contains("no connection");

        assertThat(farm.rows).isEqualTo(Map.of(ONE, later));
    }

    /** As when memory is short, or a driver fails in a way of its own. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLookThatFailsKeepsNothingFromBeingWritten(boolean error) {
        farm.isSetBack = false;
        farm.lookingBack = () -> {
            if (error) {
                throw new InternalError("no memory, on purpose");
            }
            throw new IllegalStateException("not expected, on purpose");
        };
        Slot later = farm.change(writer, ONE);

        assertThat(writer.flushInTime().left()).isNull();

        assertThat(farm.rows).isEqualTo(Map.of(ONE, later));
        assertThat(writer.isAnswered()).isFalse();
        assertThat(writer.flushForCaller().left()).contains("on purpose");
    }
}
