// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.decision.Refusal;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Claims a further key, in the slot of the key, before the instance's record lists it. Answers the claim that stands then.
 *
 * @param key the key
 * @param wanted the claim to make; the instance must not be the one at home of the key
 * @param replacing a claim of another instance that was revoked and may be replaced, or null
 * @param expiredOwners owners that the caller knows to have expired
 */
public record ClaimKey(
        InstanceKey key, KeyClaim wanted, @Nullable KeyClaim replacing, Set<OwnerId> expiredOwners)
        implements SlotOperation<KeyClaim> {

    /** Copies the set. */
    public ClaimKey {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(wanted, "wanted");
        expiredOwners = Set.copyOf(expiredOwners);
    }

    @Override
    public Set<SlotAddress> reliesOnKeysOf(SlotAddress at) {
        return replacing == null ? Set.of() : Set.of(SlotAddress.of(replacing.instance()));
    }

    @Override
    public Decision<KeyClaim> transition(SlotAddress at, Slot stored, Instant now) {
        Slot slot = Expiry.settle(stored, now, expiredOwners);
        return Expiry.withEvent(stored, slot, decideSettled(at, slot, now));
    }

    private Decision<KeyClaim> decideSettled(SlotAddress at, Slot slot, Instant now) {
        if (slot.lists(key)) {
            InstanceId home = at.instance();
            return new Decision.Refuse<>(new Refusal.KeyBelongsTo(key, home));
        }
        KeyClaim present = slot.claim();
        if (present == null || present.equals(replacing)) {
            return new Decision.Write<>(slot.withClaim(wanted, now), wanted);
        }
        if (!present.instance().equals(wanted.instance())) {
            return new Decision.Refuse<>(new Refusal.KeyClaimed(key, present));
        }
        // A claim under an older epoch would be dropped by the command that revoked that epoch.
        return present.epoch() < wanted.epoch()
                ? new Decision.Write<>(slot.withClaim(wanted, now), wanted)
                : new Decision.Keep<>(present);
    }
}
