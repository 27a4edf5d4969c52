// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.change.DataChange;
import dev.rehydrate.command.change.IdleTtlChange;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.recording.RecordedCommand;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.ChangeOrigin;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Payload;
import dev.rehydrate.slot.RememberedCommand;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.decision.CommitAnswer;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.decision.DecisionEvent;
import dev.rehydrate.slot.decision.Refusal;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes an instance: contract §2.4. The one step in which data, metadata, keys, due time and hold change together.
 *
 * @param id the command
 * @param caller for whom
 * @param proof what the caller presents of a hold
 * @param expected what the caller expects to find
 * @param changes what changes
 * @param after what becomes of the instance
 * @param claimedUnder the epoch under which the keys to associate were claimed
 */
public record CommitInstance(
        CommandId id,
        Caller caller,
        LockProof proof,
        Expected expected,
        InstanceChanges<StoredValue> changes,
        After after,
        long claimedUnder)
        implements SlotOperation<CommitAnswer> {

    /** What becomes of the instance. */
    public enum After {
        /** The caller holds it. */
        HELD,
        /** No owner holds it. */
        RELEASED,
        /** It has ended and is kept. */
        COMPLETED,
        /** It has ended and is gone. */
        DELETED
    }

    /** Checks that nothing is missing. */
    public CommitInstance {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(caller, "caller");
        Objects.requireNonNull(proof, "presented");
        Objects.requireNonNull(expected, "expected");
        Objects.requireNonNull(changes, "changes");
        Objects.requireNonNull(after, "after");
    }

    /**
     * The same commit after its claims were made again.
     *
     * @param epoch the epoch of the new claims
     * @return a copy
     */
    public CommitInstance claimedUnder(long epoch) {
        return new CommitInstance(id, caller, proof, expected, changes, after, epoch);
    }

    /** A save of the whole bag has as many bytes as the slot; every other one says only what changes. */
    @Override
    public boolean isSmallerThanResult() {
        return !(changes.data() instanceof DataChange.Replace);
    }

    @Override
    public long payloadBytes() {
        return Payload.of(changes);
    }

    @Override
    public boolean expectsAbsence() {
        return expected instanceof Expected.Absent;
    }

    /** The home key has no claim: it shares the slot of its instance. */
    @Override
    public Set<SlotAddress> reliesOnKeysOf(SlotAddress at) {
        Set<InstanceKey> associated = changes.keys().associate().keySet();
        boolean claimsNone = associated.isEmpty() || associated.stream().allMatch(at.instance()::isHomeOf);
        return claimsNone ? Set.of() : Set.of(at);
    }

    @Override
    public CommandId savesFor() {
        return id;
    }

    @Override
    public ChangeOrigin recordedAs() {
        boolean completes = after == After.COMPLETED || after == After.DELETED;
        return caller.recordedAs(
                completes
                        ? RecordedCommand.COMPLETE
                        : expectsAbsence() ? RecordedCommand.CREATE : RecordedCommand.SAVE);
    }

    @Override
    public Decision<CommitAnswer> transition(SlotAddress at, Slot stored, Instant now) {
        Slot slot = Expiry.settle(stored, now, caller.expiredOwners());
        return Expiry.withEvent(stored, slot, decideSettled(at, slot, now));
    }

    private Decision<CommitAnswer> decideSettled(SlotAddress at, Slot slot, Instant now) {
        Optional<Decision<CommitAnswer>> before = recalled(slot);
        if (before.isPresent()) {
            return before.get();
        }
        InstanceRecord record = slot.instance();
        Refusal refusal = record == null ? refusalOfNothing() : refusalOf(record);
        if (refusal != null) {
            return new Decision.Refuse<>(refusal);
        }
        return record == null
                ? commit(slot, InstanceDraft.begin(at, slot, caller, id, now), now)
                : HoldRules.withEvent(record, caller, commit(slot, next(InstanceDraft.of(record), record), now));
    }

    @Override
    public Optional<Decision<CommitAnswer>> recalled(Slot slot) {
        Optional<SaveReceipt> receipt = slot.recall(id).map(RememberedCommand::receipt);
        if (receipt.isPresent()) {
            return Optional.of(new Decision.Keep<>(new CommitAnswer(receipt.get(), slot.claimEpoch(), Set.of(), null))
                    .withEvent(DecisionEvent.REPEATED));
        }
        return slot.mayHaveForgotten(id) && !findsWhatItWouldHaveChanged(slot)
                ? Optional.of(new Decision.Refuse<>(new Refusal.TooLateToTell()))
                : Optional.empty();
    }

    /** No revision comes twice: the command cannot have been carried out if the one that it expects is still here. */
    private boolean findsWhatItWouldHaveChanged(Slot slot) {
        return expected instanceof Expected.At && slot.instance() != null && meets(slot.instance());
    }

    private @Nullable Refusal refusalOfNothing() {
        if (proof instanceof LockProof.Holding) {
            return new Refusal.HoldLost();
        }
        boolean nothingIsExpected = expected instanceof Expected.Any || expected instanceof Expected.Absent;
        return nothingIsExpected ? null : new Refusal.Mismatch(null);
    }

    private @Nullable Refusal refusalOf(InstanceRecord record) {
        Refusal hold = HoldRules.refusal(record, caller, proof);
        // A caller that has not seen the present state learns that first: waiting for the holder would not help.
        boolean notTheHold = hold == null || hold instanceof Refusal.HeldBy || hold instanceof Refusal.AlreadyMine;
        return notTheHold && !meets(record)
                ? new Refusal.Mismatch(record.header().revision())
                : hold;
    }

    private boolean meets(InstanceRecord record) {
        if (expected instanceof Expected.At at) {
            return at.revision().equals(record.header().revision());
        }
        if (expected instanceof Expected.Numbered numbered) {
            return numbered.number() == record.header().revision().number();
        }
        boolean hasData = record.state() != InstanceState.UNINITIALIZED;
        return expected instanceof Expected.Any || hasData == expected instanceof Expected.Present;
    }

    private InstanceDraft next(InstanceDraft draft, InstanceRecord record) {
        draft.token = HoldRules.token(record, proof);
        draft.revision = draft.revision.next(id.check());
        return draft;
    }

    private Decision<CommitAnswer> commit(Slot slot, InstanceDraft draft, Instant now) {
        if (after == After.DELETED) {
            return delete(slot, draft, now);
        }
        Refusal refusal = new KeyRules(draft, slot, claimedUnder).apply(changes.keys());
        if (refusal != null) {
            return new Decision.Refuse<>(refusal);
        }
        new ChangeRules(draft, now).apply(changes);
        draft.holder = after == After.HELD ? caller.owner() : null;
        if (after == After.COMPLETED) {
            draft.state = InstanceState.COMPLETED;
            draft.dueAt = null;
            // The end wins: what has ended cannot be resumed, and lists and alarms show what waits for a person.
            draft.suspension = null;
            draft.completeAllKeys();
            endIdleTime(draft, now);
        }
        return store(slot, draft, now);
    }

    /** What is kept stays until it is deleted or purged. A time that this very command gives is meant for what is kept. */
    private void endIdleTime(InstanceDraft draft, Instant now) {
        if (changes.idleTtl() instanceof IdleTtlChange.Keep) {
            draft.idleTtl = null;
            draft.used(now);
        }
    }

    /** Contract §2.4 step 2: nothing of the changes matters any more, but for keys that were claimed to be listed. */
    private Decision<CommitAnswer> delete(Slot slot, InstanceDraft draft, Instant now) {
        draft.state = InstanceState.COMPLETED;
        draft.drop(draft.keys().keySet());
        draft.drop(changes.keys().associate().keySet());
        Slot next = slot.ended(draft.toRecord(), now).withoutEarlierCommands().remembering(id, draft.receipt(), caller);
        return new Decision.Write<>(
                next, new CommitAnswer(draft.receipt(), next.claimEpoch(), draft.droppedKeys(), null));
    }

    private Decision<CommitAnswer> store(Slot slot, InstanceDraft draft, Instant now) {
        InstanceRecord record = draft.toRecord();
        SaveReceipt receipt = draft.receipt();
        Slot next = slot.withInstance(record, now).remembering(id, receipt, caller);
        if (!draft.droppedKeys().isEmpty()) {
            next = next.withClaimEpoch(slot.claimEpoch() + 1, now);
        }
        return new Decision.Write<>(
                next, new CommitAnswer(receipt, next.claimEpoch(), draft.droppedKeys(), record.runnableAt()));
    }
}
