// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind.write;

import dev.rehydrate.slot.Slot;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A slot that is about to be written.
 *
 * @param key its address
 * @param partition its partition
 * @param notedAt when its change was noted, in milliseconds of the farm's time
 * @param stored what is there now, or null if nothing is
 */
record TakenSlot(
        UUID key, int partition, long notedAt, @Nullable StoredSlot stored) {

    /** What is to be written. That there is nothing has a time too: by it the database tells whether its row is a later one. */
    Slot slot() {
        if (stored != null) {
            return stored.slot();
        }
        Slot none = Slot.EMPTY;
        return new Slot(
                null, null, none.claimEpoch(), none.recent(), null, Instant.ofEpochMilli(notedAt), none.changes());
    }

    /** {@return how many bytes its values have; 0 also if that cannot be read, which the attempt to write it says} */
    long bytes() {
        try {
            return stored == null ? 0 : stored.payload();
        } catch (IllegalStateException damaged) {
            return 0;
        }
    }
}
