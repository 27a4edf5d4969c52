// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.ValueSelection;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;

/**
 * Reads a slot as it stands, without what has expired; changes nothing.
 *
 * @param expiredOwners owners that the caller knows to have expired
 * @param valuesNeeded which values and keys the caller wants; the answer has no bytes of other values, and no other keys
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

    /**
     * Reads what a slot says of a key: whether its instance lists it, and the claim. Needs no value and no other key.
     *
     * @param expiredOwners owners that the caller knows to have expired
     * @param key the key
     * @return the operation
     */
    public static InspectSlot ofKey(Set<OwnerId> expiredOwners, InstanceKey key) {
        return new InspectSlot(
                expiredOwners, ValueSelection.none().withoutKeys().withKey(key));
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
