// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.scan;

import dev.rehydrate.slot.SlotAddress;
import java.time.Instant;
import java.util.Objects;

/**
 * How far a walk through the instances that want to run has come: those that are due come first, in the order of their due times,
 * then those that an expired owner held. Which of two instances of one moment comes first is for the engine to say, and always
 * the same.
 *
 * @param orphaned whether the walk has come to what expired owners held
 * @param moment the due time; any one for what an expired owner held
 * @param at the slot
 */
public record ScanPosition(boolean orphaned, Instant moment, SlotAddress at) {

    private static final SlotAddress FIRST = new SlotAddress(0, 0);

    /** Checks that nothing is missing. */
    public ScanPosition {
        Objects.requireNonNull(moment, "moment");
        Objects.requireNonNull(at, "at");
    }

    /**
     * The position of an instance that is due.
     *
     * @param due its due time
     * @param at its slot
     * @return the position
     */
    public static ScanPosition due(Instant due, SlotAddress at) {
        return new ScanPosition(false, due, at);
    }

    /**
     * The position of an instance that an expired owner held.
     *
     * @param at its slot
     * @return the position
     */
    public static ScanPosition orphaned(SlotAddress at) {
        return new ScanPosition(true, Instant.EPOCH, at);
    }

    /**
     * The position before all instances that are due since a moment.
     *
     * @param since the moment
     * @return the position
     */
    public static ScanPosition dueSince(Instant since) {
        return due(since, FIRST);
    }

    /**
     * Tells whether this is of a later moment than another position.
     *
     * @param other the other position
     * @return whether it is; false for two positions of one moment
     */
    public boolean isLaterThan(ScanPosition other) {
        return orphaned == other.orphaned ? moment.isAfter(other.moment) : orphaned;
    }
}
