// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.recording.RecordedCommand;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.ChangeOrigin;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.ControlAnswer;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.decision.Refusal;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Takes a hold away, by which the idle time begins anew, and changes nothing else: contract §2.10. The token grows, so that the former
 * holder is refused also where only tokens are compared.
 *
 * @param id the command
 * @param caller for whom
 */
public record RevokeHold(CommandId id, Caller caller) implements SlotOperation<ControlAnswer> {

    /** Checks that nothing is missing. */
    public RevokeHold {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(caller, "caller");
    }

    @Override
    public ChangeOrigin recordedAs() {
        return caller.recordedAs(RecordedCommand.FORCE_RELEASE);
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
        return record.header().holder() == null
                ? new Decision.Keep<>(ControlAnswer.nothingDropped(slot))
                : revoke(slot, record, now);
    }

    @Override
    public Optional<Decision<ControlAnswer>> recalled(Slot slot) {
        return ControlAnswer.recalled(slot, id);
    }

    private Decision<ControlAnswer> revoke(Slot slot, InstanceRecord record, Instant now) {
        InstanceDraft draft = InstanceDraft.of(record);
        draft.holder = null;
        draft.used(now);
        draft.token = draft.token.next();
        InstanceRecord free = draft.toRecord();
        return new Decision.Write<>(
                slot.withInstance(free, now).remembering(id, null, caller),
                new ControlAnswer(slot.claimEpoch(), Set.of(), free.runnableAt()));
    }
}
