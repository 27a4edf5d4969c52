// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Decision;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;

/**
 * Removes a void claim from the slot of a key. Answers whether there was one. Without effect on a claim that was made
 * again since.
 *
 * @param instance the instance whose claim it was
 * @param below the epoch below which its claims for keys it does not list are void
 */
public record DropClaim(InstanceId instance, long below) implements SlotOperation<Boolean> {

    /** Checks that nothing is missing. */
    public DropClaim {
        Objects.requireNonNull(instance, "instance");
    }

    @Override
    public boolean concludesFromAbsence() {
        return false;
    }

    @Override
    public Set<SlotAddress> reliesOnKeysOf(SlotAddress at) {
        return Set.of(SlotAddress.of(instance));
    }

    @Override
    public Decision<Boolean> transition(SlotAddress at, Slot slot, Instant now) {
        KeyClaim claim = slot.claim();
        boolean isVoid = claim != null && claim.instance().equals(instance) && claim.epoch() < below;
        return isVoid ? new Decision.Write<>(slot.withClaim(null, now), true) : new Decision.Keep<>(false);
    }
}
