// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.instance.OwnerId;
import java.time.Instant;
import java.util.Set;

/**
 * Reads a slot as it stands, without what has expired; changes nothing.
 *
 * @param expiredOwners owners that the caller knows to have expired
 */
public record InspectSlot(Set<OwnerId> expiredOwners) implements SlotOperation<Slot> {

    /** Copies the set. */
    public InspectSlot {
        expiredOwners = Set.copyOf(expiredOwners);
    }

    @Override
    public boolean canChange() {
        return false;
    }

    @Override
    public Decision<Slot> decide(SlotAddress at, Slot slot, Instant now) {
        return new Decision.Keep<>(Expiry.settle(slot, now, expiredOwners));
    }
}
