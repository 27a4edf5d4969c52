// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.scan;

import dev.rehydrate.slot.SlotAddress;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a walk through the instances that want to run. It may be empty although the walk has not ended: an engine looks at so
 * many instances at a time, whether or not they are the ones that are looked for.
 *
 * @param found what was found, in the order of the walk
 * @param next the position to go on behind, or null if there is nothing behind
 */
public record ScanPage(List<ScanPosition> found, @Nullable ScanPosition next) {

    /** Copies the list. */
    public ScanPage {
        found = List.copyOf(found);
    }

    /**
     * A page of what an engine has found.
     *
     * @param found what was found, in the order of the walk: one more than was asked for if there is more
     * @param limit how many were asked for
     * @return the page
     */
    public static ScanPage of(List<ScanPosition> found, int limit) {
        return found.size() <= limit
                ? new ScanPage(found, null)
                : new ScanPage(found.subList(0, limit), found.get(limit - 1));
    }

    /**
     * A page of a walk in the order of addresses, for an engine that has no order of due times.
     *
     * @param all all that a scan finds, in any order
     * @param after the position to go on behind, or null to begin
     * @param limit how many are asked for
     * @return the page
     */
    public static ScanPage byAddress(List<SlotAddress> all, @Nullable ScanPosition after, int limit) {
        return of(
                all.stream()
                        .sorted()
                        .filter(at -> after == null || at.compareTo(after.at()) > 0)
                        .limit(limit + 1L)
                        .map(at -> ScanPosition.due(Instant.EPOCH, at))
                        .toList(),
                limit);
    }
}
