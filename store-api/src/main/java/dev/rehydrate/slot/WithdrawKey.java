// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceState;
import java.time.Instant;
import java.util.Objects;

/**
 * Takes a further key from an instance that lists it although it belongs to another one, held or not. The two sides of a split can
 * have given one key to two instances; there is one claim on it afterwards, and the key stays with the instance to which that leads. The revision
 * grows, so that a save by what was seen before is refused. What has completed changes no more. Answers whether the key was taken.
 *
 * @param id names the change
 * @param key the key, which is not at home here
 */
public record WithdrawKey(CommandId id, InstanceKey key) implements SlotOperation<Boolean> {

    /** Checks that nothing is missing. */
    public WithdrawKey {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(key, "key");
    }

    @Override
    public boolean concludesFromAbsence() {
        return false;
    }

    @Override
    public Decision<Boolean> transition(SlotAddress at, Slot slot, Instant now) {
        InstanceRecord record = slot.instance();
        if (record == null || record.state() == InstanceState.COMPLETED || !isFurther(at, record)) {
            return new Decision.Keep<>(false);
        }
        InstanceDraft draft = InstanceDraft.of(record);
        draft.remove(key);
        draft.revision = draft.revision.next(id.check());
        draft.updatedAt = now;
        Slot next = slot.withInstance(draft.toRecord(), now);
        return new Decision.Write<>(next.withClaimEpoch(slot.claimEpoch() + 1, now), true);
    }

    private boolean isFurther(SlotAddress at, InstanceRecord record) {
        return record.keys().containsKey(key) && !SlotAddress.of(key).equals(at);
    }
}
