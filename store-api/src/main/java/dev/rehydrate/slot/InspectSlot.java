// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.ValueSelection;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;

/**
 * Reads a slot as it stands, without what has expired; changes nothing.
 *
 * @param expiredOwners owners that the caller knows to have expired
 * @param valuesNeeded which values the caller wants; the answer has no bytes of the others
 */
public record InspectSlot(Set<OwnerId> expiredOwners, ValueSelection valuesNeeded) implements SlotOperation<Slot> {

    /** Copies the set. */
    public InspectSlot {
        expiredOwners = Set.copyOf(expiredOwners);
        Objects.requireNonNull(valuesNeeded, "valuesNeeded");
    }

    /**
     * Reads a slot with all values.
     *
     * @param expiredOwners owners that the caller knows to have expired
     */
    public InspectSlot(Set<OwnerId> expiredOwners) {
        this(expiredOwners, ValueSelection.all());
    }

    @Override
    public boolean canChange() {
        return false;
    }

    @Override
    public Decision<Slot> decide(SlotAddress at, Slot slot, Instant now) {
        return new Decision.Keep<>(Expiry.settle(slot, now, expiredOwners).with(valuesNeeded));
    }
}
