// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import java.time.Duration;
import java.time.Instant;

/** Keeps moments within a calendar that every provider can store: "for ever" is a date like any other. */
final class EndOfTime {

    private static final Instant END = Instant.parse("9999-12-31T23:59:59Z");

    private EndOfTime() {}

    /** The moment so much later, or the last one there is. */
    static Instant orAfter(Instant start, Duration time) {
        return time.compareTo(Duration.between(start, END)) < 0 ? start.plus(time) : END;
    }

    /** The moment itself, or the nearest one there is. */
    static Instant orNearest(Instant moment) {
        if (moment.isBefore(Instant.EPOCH)) {
            return Instant.EPOCH;
        }
        return moment.isAfter(END) ? END : moment;
    }
}
