// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Decision;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;

/**
 * Reads a slot as it stands, without what has expired; changes nothing.
 *
 * @param expiredOwners owners that the caller knows to have expired
 * @param valuesNeeded which values and keys the caller wants; the answer has no bytes of other values, and no other keys
 * @param changesNeeded whether the caller wants the recorded changes of the instance, and neither values nor keys
 */
public record InspectSlot(Set<OwnerId> expiredOwners, ValueSelection valuesNeeded, boolean changesNeeded)
        implements SlotOperation<Slot> {

    private static final ValueSelection NEITHER_VALUES_NOR_KEYS =
            ValueSelection.none().withoutKeys();

    /**
     * Copies the set.
     *
     * @throws IllegalArgumentException if recorded changes are wanted together with values or keys
     */
    public InspectSlot {
        expiredOwners = Set.copyOf(expiredOwners);
        Objects.requireNonNull(valuesNeeded, "valuesNeeded");
        if (changesNeeded && !valuesNeeded.equals(NEITHER_VALUES_NOR_KEYS)) {
            throw new IllegalArgumentException("recorded changes are read without values and keys");
        }
    }

    /**
     * Reads a slot without the recorded changes.
     *
     * @param expiredOwners owners that the caller knows to have expired
     * @param valuesNeeded which values and keys the caller wants
     */
    public InspectSlot(Set<OwnerId> expiredOwners, ValueSelection valuesNeeded) {
        this(expiredOwners, valuesNeeded, false);
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

    /**
     * Reads what is recorded of an instance: header and changes, without values and keys.
     *
     * @param expiredOwners owners that the caller knows to have expired
     * @return the operation
     */
    public static InspectSlot ofChanges(Set<OwnerId> expiredOwners) {
        return new InspectSlot(expiredOwners, NEITHER_VALUES_NOR_KEYS, true);
    }

    @Override
    public boolean canChange() {
        return false;
    }

    @Override
    public Decision<Slot> transition(SlotAddress at, Slot slot, Instant now) {
        Slot settled = Expiry.settle(slot, now, expiredOwners).with(valuesNeeded);
        // A load that does not ask for the changes does not carry them over the network.
        return new Decision.Keep<>(changesNeeded || settled.changes() == null ? settled : settled.recording(null));
    }
}
