// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind.write;

import static dev.rehydrate.store.hazelcast.behind.write.GivenFarm.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.slot.Slot;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The farm goes on from an earlier time, as when one of two members stood still for a while: marks are later than what changes by then. */
final class MarksAndClocksTest {

    private static final UUID FIRST = key(0, 1);
    private static final UUID LATER = key(0, 2);
    private static final int BACK = 600;

    private final GivenFarm farm = new GivenFarm();
    private final BehindWriter writer = new BehindWriter(farm, farm, farm, farm::now);

    @BeforeEach
    void isMarked() {
        farm.change(writer, FIRST);
        farm.pass(60);
        writer.flush();
        assertThat(farm.marks).containsKey(0);
        farm.pass(-BACK);
    }

    /** The owner is killed before it has written what has changed. */
    private void assertThatTheNextOwnerWrites(Slot changed) {
        BehindWriter next = new BehindWriter(farm, farm, farm, farm::now);
        next.arrived(0);

        assertThat(next.flush().left()).isNull();

        assertThat(farm.rows).containsEntry(LATER, changed);
    }

    @Test
    void theNextOwnerDoesNotBelieveAMarkThatIsLaterThanThePresent() {
        Slot changed = farm.change(writer, LATER);
        farm.pass(1);

        assertThatTheNextOwnerWrites(changed);
    }

    @Test
    void aMarkDoesNotCountAgainWhenItsTimeHasCome() {
        writer.flush();
        farm.pass(BACK - 10);
        Slot changed = farm.change(writer, LATER);
        farm.pass(20);

        assertThatTheNextOwnerWrites(changed);
    }

    /** Or each partition that moves would be compared whole for as long as the clock was ahead. */
    @Test
    void marksAreMadeAgainByTheEarlierTime() {
        writer.flush();
        farm.pass(20);
        farm.change(writer, LATER);
        writer.flush();

        assertThat(farm.marks).as("also of those without a change").containsOnlyKeys(0, 1, 2);
        assertThat(farm.marks.values())
                .allSatisfy(mark -> assertThat(mark)
                        .isAfter(GivenFarm.START.minusSeconds(BACK))
                        .isBefore(farm.now()));
    }
}
