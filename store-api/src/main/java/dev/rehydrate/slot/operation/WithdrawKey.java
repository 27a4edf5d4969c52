// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Decision;
import java.time.Instant;
import java.util.Objects;

/**
 * Takes a further key from an instance, held or not, that lists it although it belongs to another instance (ADR 154). The two sides of a
 * split can have given one key to two instances. Afterwards there is one claim on the key, and the key stays with the instance that the
 * claim names. The revision grows, so that a save by what was seen before is refused. An instance that has completed is not changed.
 * Answers whether the key was taken.
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
