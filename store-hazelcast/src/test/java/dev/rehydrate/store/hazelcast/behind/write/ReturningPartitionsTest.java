// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind.write;

import static dev.rehydrate.store.hazelcast.behind.write.GivenFarm.changedAt;
import static dev.rehydrate.store.hazelcast.behind.write.GivenFarm.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.slot.Slot;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is written of a partition that was that of another member for a while. */
final class ReturningPartitionsTest {

    private static final UUID ONE = key(0, 1);
    private static final UUID OTHER = key(0, 2);

    private final GivenFarm farm = new GivenFarm();
    private final BehindWriter writer = new BehindWriter(farm, farm, farm, farm::now);

    /** Only the mark tells what the other member has not written of it. */
    @Test
    void aPartitionThatReturnsWhileMarksAreMadeIsNotMarked() {
        writer.flush();
        farm.change(writer, ONE);
        writer.flush();
        farm.owned.remove(0);
        writer.gone(0);
        farm.pass(60);
        Slot unwritten = changedAt(farm.now());
        farm.pass(60);
        farm.change(writer, key(1, 1));
        AtomicInteger asked = new AtomicInteger();
        farm.asked = partition -> {
            boolean written = farm.writes == 2;
            // First whether what was written is late, then whether it is to be marked.
            if (partition == 0 && written && asked.incrementAndGet() == 2) {
                farm.slots.put(OTHER, unwritten);
                writer.arrived(0);
                farm.owned.add(0);
            }
        };

        writer.flush();
        writer.flush();

        assertThat(farm.rows).containsEntry(OTHER, unwritten);
    }

    /** The other member has written the slot, and has ended before it could write that there is none any more. */
    @Test
    void whatIsNotThereAnyMoreDoesNotWaitForEver() {
        farm.change(writer, ONE);
        farm.owned.remove(0);
        writer.gone(0);
        farm.pass(60);
        farm.rows.put(ONE, changedAt(farm.now()));
        farm.slots.remove(ONE);
        farm.pass(60);
        writer.arrived(0);
        farm.owned.add(0);

        assertThat(writer.flush().left()).isNull();
    }
}
