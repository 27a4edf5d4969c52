// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.commit;

import dev.rehydrate.slot.SlotAddress;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The row with the largest version that a process has seen committed. Versions grow, so if this row is missing one day, or has a smaller
 * one, the database is as it was before: a standby that lacked the last commits has become the primary, or a backup was restored. Used by many
 * threads.
 */
public final class LatestRow {

    private @Nullable SlotAddress at;
    private long version = StoredSlot.ABSENT;
    private boolean isRemoved;
    private boolean isSetBack;

    /** {@return where the row is, to be read and {@linkplain #compare compared}; empty if none was seen} */
    public synchronized Set<SlotAddress> toRead() {
        return at == null ? Set.of() : Set.of(at);
    }

    /**
     * A row was committed, or {@linkplain StoredSlot#ABSENT removed}, or read.
     *
     * @param row where it is
     * @param seen its version
     */
    public synchronized void saw(SlotAddress row, long seen) {
        if (seen > version) {
            at = row;
            version = seen;
            isRemoved = false;
        } else if (seen == StoredSlot.ABSENT && row.equals(at)) {
            isRemoved = true;
        }
    }

    /**
     * Compares what was read.
     *
     * @param read where a row was read
     * @param row what was there
     */
    public synchronized void compare(SlotAddress read, StoredSlot row) {
        if (!read.equals(at)) {
            return;
        }
        boolean isThere = row.version() != StoredSlot.ABSENT;
        if (isRemoved ? isThere && row.version() <= version : row.version() < version) {
            isSetBack = true;
            at = null;
            version = StoredSlot.ABSENT;
        }
    }

    /** {@return whether the database was found as it was before, since this was asked last} */
    public synchronized boolean takeSetBack() {
        boolean found = isSetBack;
        isSetBack = false;
        return found;
    }
}
