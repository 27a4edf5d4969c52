// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.SuspensionChange;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.recording.RecordedCommand;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.ChangeOrigin;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.decision.ControlAnswer;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.decision.Refusal;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an administrator does to an instance, held or not: contract §2.10, §4.8.
 *
 * @param id the command
 * @param caller for whom
 * @param suspension the suspension to set or to end; null to delete the instance
 */
public record ControlInstance(
        CommandId id, Caller caller, @Nullable SuspensionChange suspension) implements SlotOperation<ControlAnswer> {

    /** Checks that nothing is missing. */
    public ControlInstance {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(caller, "caller");
    }

    @Override
    public ChangeOrigin recordedAs() {
        return caller.recordedAs(
                suspension instanceof SuspensionChange.Resume ? RecordedCommand.RESUME : RecordedCommand.SUSPEND);
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
        return suspension == null ? delete(slot, record, now) : suspend(slot, record, now);
    }

    @Override
    public Optional<Decision<ControlAnswer>> recalled(Slot slot) {
        return ControlAnswer.recalled(slot, id);
    }

    private Decision<ControlAnswer> delete(Slot slot, InstanceRecord record, Instant now) {
        Slot next = slot.ended(record, now).withoutEarlierCommands().remembering(id, null, caller);
        return new Decision.Write<>(
                next, new ControlAnswer(next.claimEpoch(), record.keys().keySet(), null));
    }

    private Decision<ControlAnswer> suspend(Slot slot, InstanceRecord record, Instant now) {
        if (record.state() == InstanceState.COMPLETED) {
            return new Decision.Refuse<>(new Refusal.InstanceCompleted(record.id()));
        }
        InstanceDraft draft = InstanceDraft.of(record);
        draft.revision = draft.revision.next(id.check());
        new ChangeRules(draft, now)
                .apply(InstanceChanges.<StoredValue>none().withSuspension(Objects.requireNonNull(suspension)));
        InstanceRecord controlled = draft.toRecord();
        return new Decision.Write<>(
                slot.withInstance(controlled, now).remembering(id, null, caller),
                new ControlAnswer(slot.claimEpoch(), Set.of(), controlled.runnableAt()));
    }
}
