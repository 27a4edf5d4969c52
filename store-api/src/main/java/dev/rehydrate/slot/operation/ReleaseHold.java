// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.recording.RecordedCommand;
import dev.rehydrate.slot.ChangeOrigin;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.decision.DecisionEvent;
import dev.rehydrate.slot.decision.Refusal;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * Gives a hold back, by which the idle time begins anew, and changes nothing else: contract §2.4 (pure unlock), §2.10 (unlock
 * when a handle is freed). Answers when the instance wants to run, if it does.
 *
 * @param id the command
 * @param owner the holder
 * @param hold its hold
 */
public record ReleaseHold(CommandId id, OwnerId owner, Hold hold) implements SlotOperation<Optional<Instant>> {

    /** Checks that nothing is missing. */
    public ReleaseHold {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(owner, "owner");
        Objects.requireNonNull(hold, "hold");
    }

    /** Goes on with what is recorded, and begins nothing: a release says nothing of the settings of its store. */
    @Override
    public ChangeOrigin recordedAs() {
        return new ChangeOrigin(RecordedCommand.RELEASE, owner, 0);
    }

    @Override
    public Decision<Optional<Instant>> transition(SlotAddress at, Slot slot, Instant now) {
        InstanceRecord record = slot.instance();
        Optional<Decision<Optional<Instant>>> before = recalled(slot);
        if (before.isPresent()) {
            return before.get();
        }
        if (record == null || !HoldRules.isHeldBy(record, owner, hold)) {
            return new Decision.Refuse<>(new Refusal.HoldLost());
        }
        InstanceDraft draft = InstanceDraft.of(record);
        draft.holder = null;
        draft.used(now);
        InstanceRecord released = draft.toRecord();
        return new Decision.Write<>(
                slot.withInstance(released, now).remembering(id, null, null),
                Optional.ofNullable(released.runnableAt()));
    }

    @Override
    public Optional<Decision<Optional<Instant>>> recalled(Slot slot) {
        InstanceRecord record = slot.instance();
        // As long as the hold stands, it was not given back.
        return record != null
                        && HoldRules.isHeldBy(record, owner, hold)
                        && slot.recall(id).isEmpty()
                ? Optional.empty()
                : recalled(slot, id);
    }

    /**
     * As {@link #recalled(Slot)}, for a repeat by a handle that has no hold to present any more.
     *
     * @param slot what is stored
     * @param id the command
     * @return the answer, or empty if the slot does not remember the command
     */
    public static Optional<Decision<Optional<Instant>>> recalled(Slot slot, CommandId id) {
        if (slot.recall(id).isPresent()) {
            return Optional.of(new Decision.Keep<>(Optional.<Instant>empty()).withEvent(DecisionEvent.REPEATED));
        }
        return slot.mayHaveForgotten(id)
                ? Optional.of(new Decision.Refuse<>(new Refusal.TooLateToTell()))
                : Optional.empty();
    }
}
