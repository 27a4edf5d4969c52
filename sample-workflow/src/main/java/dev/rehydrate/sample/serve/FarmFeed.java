// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.serve;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What happens on the farm, for all pages that look: the last events, each with a number, so that a page that was away gets what
 * it has missed. The numbers begin with the time, because a page outlives the process: what it has seen of an earlier one comes
 * before all that this one tells. Safe for use by many threads.
 */
final class FarmFeed {

    private static final int KEPT = 256;

    /**
     * An event and its place.
     *
     * @param number its place; later events have larger ones
     * @param event the event
     */
    record Numbered(long number, FarmEvent event) {}

    private final Deque<Numbered> last = new ArrayDeque<>();
    private long number;

    /**
     * Begins.
     *
     * @param begin when; the places of the events follow it
     */
    FarmFeed(Instant begin) {
        number = begin.toEpochMilli();
    }

    synchronized void tell(FarmEvent event) {
        last.addLast(new Numbered(++number, event));
        if (last.size() > KEPT) {
            last.removeFirst();
        }
    }

    /** The events that are kept and come after a place, in their order. */
    synchronized List<Numbered> after(long place) {
        List<Numbered> later = new ArrayList<>();
        for (Numbered each : last) {
            if (each.number() > place) {
                later.add(each);
            }
        }
        return later;
    }
}
