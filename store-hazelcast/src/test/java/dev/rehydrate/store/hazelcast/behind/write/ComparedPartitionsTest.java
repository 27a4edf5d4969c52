// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind.write;

import static dev.rehydrate.store.hazelcast.behind.write.GivenFarm.START;
import static dev.rehydrate.store.hazelcast.behind.write.GivenFarm.changedAt;
import static dev.rehydrate.store.hazelcast.behind.write.GivenFarm.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.slot.Slot;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A partition that two sides of a split had is compared whole, though its mark could not be taken back and says that all is written. */
final class ComparedPartitionsTest {

    private static final UUID ONE = key(0, 1);

    private final GivenFarm farm = new GivenFarm();
    private final BehindWriter writer = new BehindWriter(farm, farm, farm, farm::now);
    private final Slot unwritten = changedAt(START.minusSeconds(60));

    @BeforeEach
    void theMarkStays() {
        farm.slots.put(ONE, unwritten);
        farm.marks.put(0, START);
    }

    private void assertThatItIsWritten() {
        assertThat(writer.flush().left()).isNull();

        assertThat(farm.rows).isEqualTo(Map.of(ONE, unwritten));
    }

    private void failWhenItIsLookedAt(Runnable before) {
        farm.looking = () -> {
            farm.looking = () -> {};
            before.run();
            throw new OutOfMemoryError("Java heap space");
        };
        assertThat(writer.flush().left()).contains("Java heap space");
    }

    @Test
    void alsoIfItComesOnceMore() {
        writer.compareAll(0);
        writer.arrived(0);

        assertThatItIsWritten();
    }

    @Test
    void alsoAfterAnError() {
        writer.compareAll(0);
        failWhenItIsLookedAt(() -> {});

        assertThatItIsWritten();
    }

    @Test
    void alsoIfItIsMergedWhileItIsLookedAtAndThatFails() {
        writer.arrived(0);
        failWhenItIsLookedAt(() -> writer.compareAll(0));

        assertThatItIsWritten();
    }

    @Test
    void alsoIfItComesAgainWhileItIsLookedAtAndThatFails() {
        writer.compareAll(0);
        failWhenItIsLookedAt(() -> writer.arrived(0));

        assertThatItIsWritten();
    }

    /** The row is that of a side of the later split. */
    @Test
    void whatCountsIsTheMergeThatThisMemberKnowsOfAndNotAnEarlierOneInTheMark() {
        farm.merges.put(0, START.minusSeconds(50));
        farm.rows.put(ONE, changedAt(START.minusSeconds(20)));
        writer.compareAll(0);

        assertThatItIsWritten();
    }

    @Test
    void whatWasMergedInAFormerFarmDoesNotCount() {
        writer.compareAll(0);
        writer.goneAll();
        farm.pass(60);
        farm.marks.clear();
        Slot later = changedAt(START.minusSeconds(20));
        farm.rows.put(ONE, later);
        writer.arrived(0);

        assertThat(writer.flush().left()).contains("later");
        assertThat(farm.rows).isEqualTo(Map.of(ONE, later));
    }
}
