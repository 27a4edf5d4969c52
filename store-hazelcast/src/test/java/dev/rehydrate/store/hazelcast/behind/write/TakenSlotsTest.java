// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind.write;

import static dev.rehydrate.store.hazelcast.behind.write.GivenFarm.key;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A round that fails forgets nothing that was noted. */
final class TakenSlotsTest {

    private static final UUID ONE = key(0, 1);

    private final ChangedSlots changed = new ChangedSlots();
    private final TakenSlots round = new TakenSlots(changed);

    /** The thread of a partition was slow, and the round has not waited for it. */
    @Test
    void whatIsTakenTooLateIsNotedAgain() {
        changed.note(ONE, 5);
        round.putBack();

        round.take(ONE, 0, true, null);

        assertThat(changed.notedAt(ONE)).isEqualTo(5);
    }

    @Test
    void whatIsOfAPartitionThatHasGoneIsNotedAgain() {
        changed.note(ONE, 5);
        round.take(ONE, 0, false, null);
        assertThat(changed.notedAt(ONE)).isNull();

        round.putBack();

        assertThat(changed.notedAt(ONE)).isEqualTo(5);
    }
}
