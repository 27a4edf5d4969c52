// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.decision.Refusal;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;

/**
 * Revokes a claim, in the slot of the instance that was to have the key. It is refused if the instance lists the key, because
 * the claim is then the way to the key and must stay. Works for an instance that does not exist (yet). Answers the epoch below
 * which claims of the instance for unlisted keys are void.
 *
 * <p>Why there is an epoch. A save with a further key writes two slots, without a transaction: first a claim in the slot of
 * the key, then the record, which lists the key, in the slot of the instance. A process may stop between the two writes for any
 * time and then go on. Another instance that wants the key finds a claim that no record confirms, and cannot know whether the
 * first save has failed or is late. So it does not wait for the first save, it makes the first save impossible:
 *
 * <ol>
 *   <li>Each claim carries the claim epoch of its instance that the save has read.
 *   <li>This operation raises the claim epoch in the slot of the instance above the epoch of the claim.
 *   <li>A late commit presents its old epoch and is refused with {@link Refusal.ClaimsRevoked}: that check and this write
 *       happen in the same slot, so one of the two comes first and the other one sees it.
 *   <li>The claim in the slot of the key is then dropped, or replaced, only if it is below the epoch that was answered. A claim
 *       that the first instance has made anew in the meantime has the new epoch and stays.
 * </ol>
 *
 * @param key the key
 * @param epoch the epoch of the claim
 * @param expiredOwners owners that the caller knows to have expired
 */
public record RevokeClaims(InstanceKey key, long epoch, Set<OwnerId> expiredOwners) implements SlotOperation<Long> {

    /** Copies the set. */
    public RevokeClaims {
        Objects.requireNonNull(key, "key");
        expiredOwners = Set.copyOf(expiredOwners);
    }

    @Override
    public Decision<Long> transition(SlotAddress at, Slot stored, Instant now) {
        Slot slot = Expiry.settle(stored, now, expiredOwners);
        if (slot.lists(key)) {
            return new Decision.Refuse<>(new Refusal.KeyBelongsTo(key, at.instance()));
        }
        long next = Math.max(slot.claimEpoch(), epoch + 1);
        // What was found expired must not come back when a clock jumps: the decision to void rests on it.
        boolean unchanged = next == stored.claimEpoch() && slot.equals(stored);
        return unchanged
                ? new Decision.Keep<>(next)
                : Expiry.withEvent(stored, slot, new Decision.Write<>(slot.withClaimEpoch(next, now), next));
    }
}
