// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind;

import static dev.rehydrate.store.hazelcast.behind.GivenFarm.START;
import static dev.rehydrate.store.hazelcast.behind.GivenFarm.changedAt;
import static dev.rehydrate.store.hazelcast.behind.GivenFarm.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.slot.Slot;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What becomes of a slot that a member has noted, and that is not there when it is to be written. */
final class GoneNotesTest {

    private static final UUID ONE = key(0, 1);

    private final GivenFarm farm = new GivenFarm();
    private final BehindWriter writer = new BehindWriter(farm, farm, farm, farm::now);

    private @Nullable String write() {
        return writer.flush().left();
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
