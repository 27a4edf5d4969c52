// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.commit;

import dev.rehydrate.slot.SlotAddress;
import java.util.HashSet;
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

    /**
     * Tells where rows are that are to be read and {@linkplain #compare compared}: the one with the largest version, and if this process has removed
     * that, the next one that it has not. That a removed row is missing tells nothing: it was missing before it was written, too.
     *
     * @return one or two addresses; empty if none was seen
     */
    public synchronized Set<SlotAddress> toRead() {
        Set<SlotAddress> rows = new HashSet<>();
        for (Known each : known.descendingMap().values()) {
            if (rows.isEmpty() || !each.isRemoved()) {
                rows.add(each.at());
            }
            if (!each.isRemoved()) {
                return rows;
            }
        }
        return rows;
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
        known.entrySet().stream()
                .filter(each -> each.getValue().at().equals(read))
                .findAny()
                .ifPresent(each -> compare(each.getKey(), each.getValue(), row));
    }

    private void compare(long seen, Known before, StoredSlot row) {
        boolean isThere = row.version() != StoredSlot.ABSENT;
        boolean isRemoved = before.isRemoved();
        if (isThere && (isRemoved ? row.version() <= seen : row.version() < seen)) {
            setBack();
        } else if (!isThere && !isRemoved) {
            missing = before.at();
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
