// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.change.IdleTtlChange;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.RememberedCommand;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.ControlAnswer;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.decision.Refusal;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * Begins the idle time of an instance anew without a save, whether or not an owner holds it. Data, revision, token and hold
 * stay: expiry is no content, so neither a holder nor a reader with an ETag is disturbed.
 *
 * @param id the command
 * @param caller for whom
 * @param idleTtl whether the idle time to live changes too
 */
public record ExtendIdleTime(CommandId id, Caller caller, IdleTtlChange idleTtl)
        implements SlotOperation<ControlAnswer> {

    /** Checks that nothing is missing. */
    public ExtendIdleTime {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(caller, "caller");
        Objects.requireNonNull(idleTtl, "idleTtl");
    }

    @Override
    public Decision<ControlAnswer> transition(SlotAddress at, Slot stored, Instant now) {
        Slot slot = Expiry.settle(stored, now, caller.expiredOwners());
        Optional<Decision<ControlAnswer>> before = recalled(slot);
        if (before.isPresent()) {
            return before.get();
        }
        InstanceRecord record = slot.instance();
        if (record == null) {
            return new Decision.Refuse<>(new Refusal.NotFound());
        }
        if (record.state() == InstanceState.COMPLETED) {
            return new Decision.Refuse<>(new Refusal.InstanceCompleted(record.id()));
        }
        return extend(slot, record, now);
    }

    @Override
    public Optional<Decision<ControlAnswer>> recalled(Slot slot) {
        return isHarmlessAgain() && slot.recall(id).isEmpty() ? Optional.empty() : ControlAnswer.recalled(slot, id);
    }

    /** The idle time begins later if it is begun once more; a time to live that others have changed since must stay. */
    private boolean isHarmlessAgain() {
        return idleTtl instanceof IdleTtlChange.Keep;
    }

    private Decision<ControlAnswer> extend(Slot slot, InstanceRecord record, Instant now) {
        InstanceDraft draft = InstanceDraft.of(record);
        if (idleTtl instanceof IdleTtlChange.Set set) {
            draft.idleTtl = set.ttl();
        }
        draft.used(now);
        RememberedCommand command = new RememberedCommand(id, null, isHarmlessAgain());
        return new Decision.Write<>(
                slot.withInstance(draft.toRecord(), now).remembering(command, caller),
                ControlAnswer.nothingDropped(slot));
    }
}
