// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;

/**
 * Makes a claim void, in the slot of the instance that was to have the key, so that a stalled saver can never commit under
 * it: refused if the instance lists the key, for then the claim is no more than the way to it. Works for an instance that
 * does not exist (yet). Answers the epoch below which claims of the instance for unlisted keys are void.
 *
 * @param key the key
 * @param epoch the epoch of the claim
 * @param dead owners that the caller has seen dead
 */
public record RevokeClaims(InstanceKey key, long epoch, Set<OwnerId> dead) implements SlotOperation<Long> {

    /** Copies the set. */
    public RevokeClaims {
        Objects.requireNonNull(key, "key");
        dead = Set.copyOf(dead);
    }

    @Override
    public Decision<Long> decide(SlotAddress at, Slot stored, Instant now) {
        Slot slot = Expiry.settle(stored, now, dead);
        if (slot.lists(key)) {
            return new Decision.Refuse<>(new Refusal.KeyBelongsTo(key, at.instance()));
        }
        long next = Math.max(slot.claimEpoch(), epoch + 1);
        // What was found expired must not come back when a clock jumps: the decision to void rests on it.
        boolean unchanged = next == stored.claimEpoch() && slot.equals(stored);
        return unchanged
                ? new Decision.Keep<>(next)
                : Expiry.remarking(stored, slot, new Decision.Write<>(slot.withClaimEpoch(next, now), next));
    }
}
