// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import java.time.Duration;
import java.time.Instant;

/** Keeps moments within a calendar that every provider can store: "for ever" is a date like any other. */
public final class EndOfTime {

    private static final Instant END = Instant.parse("9999-12-31T23:59:59Z");

    private EndOfTime() {}

    /**
     * The moment so much later, or the last one there is.
     *
     * @param start a moment
     * @param time how much later; any duration
     * @return a moment that can be stored
     */
    public static Instant orAfter(Instant start, Duration time) {
        // Duration.between would count nanoseconds, of which these are too many, and throw and catch for each slot of a
        // scan.
        if (time.toSeconds() >= END.getEpochSecond() - start.getEpochSecond()) {
            return END;
        }
        Instant later = start.plus(time);
        return later.isBefore(END) ? later : END;
    }

    /**
     * The moment itself, or the nearest one there is, from the beginning of 1970 to the end of 9999.
     *
     * @param moment any moment
     * @return a moment that can be stored
     */
    public static Instant orNearest(Instant moment) {
        if (moment.isBefore(Instant.EPOCH)) {
            return Instant.EPOCH;
        }
        return moment.isAfter(END) ? END : moment;
    }
}
