// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.commit;

import dev.rehydrate.slot.SlotAddress;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The row with the largest version that a process has seen committed. Versions grow, so if this row has a smaller one, or is missing though
 * no other process has removed it, the database is as it was before: a standby that lacked the last commits has become the primary, or a backup was
 * restored. The rows with the next largest versions take its place if another process has removed it. Used by many threads.
 */
public final class LatestRow {

    /** Another process can have removed several; all of those that it has not removed would have to be older than what was lost. */
    private static final int KNOWN = 32;

    /** By version; each address is in it once. */
    private final NavigableMap<Long, Known> known = new TreeMap<>();

    private @Nullable SlotAddress missing;
    private boolean isSetBack;

    /**
     * A row that was seen.
     *
     * @param at where it is
     * @param isRemoved whether this process has removed it since
     */
    private record Known(SlotAddress at, boolean isRemoved) {}

    /** {@return where the row is, to be read and {@linkplain #compare compared}; empty if none was seen} */
    public synchronized Set<SlotAddress> toRead() {
        return known.isEmpty() ? Set.of() : Set.of(known.lastEntry().getValue().at());
    }

    /**
     * A row was committed, or {@linkplain StoredSlot#ABSENT removed}, or read.
     *
     * @param row where it is
     * @param seen its version
     */
    public synchronized void saw(SlotAddress row, long seen) {
        if (seen == StoredSlot.ABSENT) {
            known.replaceAll((version, each) -> each.at().equals(row) ? new Known(row, true) : each);
            return;
        }
        if (known.size() == KNOWN && seen <= known.firstKey()) {
            return;
        }
        boolean isLater =
                known.entrySet().stream().noneMatch(each -> each.getValue().at().equals(row) && each.getKey() >= seen);
        if (isLater) {
            known.values().removeIf(each -> each.at().equals(row));
            known.put(seen, new Known(row, false));
            if (known.size() > KNOWN) {
                known.pollFirstEntry();
            }
        }
    }

    /**
     * Compares what was read.
     *
     * @param read where a row was read
     * @param row what was there
     */
    public synchronized void compare(SlotAddress read, StoredSlot row) {
        Map.Entry<Long, Known> last = known.lastEntry();
        if (last == null || !read.equals(last.getValue().at())) {
            return;
        }
        boolean isThere = row.version() != StoredSlot.ABSENT;
        boolean isRemoved = last.getValue().isRemoved();
        if (isThere && (isRemoved ? row.version() <= last.getKey() : row.version() < last.getKey())) {
            setBack();
        } else if (!isThere && !isRemoved) {
            missing = read;
        }
    }

    private void setBack() {
        isSetBack = true;
        missing = null;
        known.clear();
    }

    /**
     * Tells whether the database was found as it was before, since this was asked last.
     *
     * @param isThere tells of a row that is missing whether there is to be one; if not, another process has removed it, and the next row tells more
     * @param look reads and compares the next row
     */
    public boolean takeSetBack(Predicate<SlotAddress> isThere, Runnable look) {
        SlotAddress open = missing();
        while (open != null) {
            boolean isLost = isThere.test(open);
            settle(open, isLost);
            if (!isLost) {
                look.run();
            }
            open = missing();
        }
        return taken();
    }

    private synchronized @Nullable SlotAddress missing() {
        return missing;
    }

    private synchronized void settle(SlotAddress row, boolean isLost) {
        if (!row.equals(missing)) {
            return;
        }
        if (isLost) {
            setBack();
        } else {
            missing = null;
            known.values().removeIf(each -> each.at().equals(row));
        }
    }

    private synchronized boolean taken() {
        boolean found = isSetBack;
        isSetBack = false;
        return found;
    }
}
