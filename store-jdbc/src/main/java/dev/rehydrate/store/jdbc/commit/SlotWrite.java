// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.commit;

import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A guarded write of one row.
 *
 * @param at the address
 * @param expected the version that the row must have; {@link StoredSlot#ABSENT} if there must be none
 * @param before the slot in that version; null if it cannot be read, and the row is removed with all that is there of it
 * @param next the slot to store; the row is removed if it is {@linkplain Slot#isBlank() blank}
 */
public record SlotWrite(
        SlotAddress at, long expected, @Nullable Slot before, Slot next) {

    /** Checks that nothing is missing. */
    public SlotWrite {
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(next, "next");
        if (before == null && !next.isBlank()) {
            throw new IllegalArgumentException("what cannot be read is removed, and not replaced: " + at);
        }
    }
}
