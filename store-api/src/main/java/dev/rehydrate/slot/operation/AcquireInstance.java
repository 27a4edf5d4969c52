// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.recording.RecordedCommand;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.ChangeOrigin;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyEntry;
import dev.rehydrate.slot.Payload;
import dev.rehydrate.slot.RememberedCommand;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.decision.DecisionEvent;
import dev.rehydrate.slot.decision.LoadGrant;
import dev.rehydrate.slot.decision.Refusal;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Takes the hold of an instance, creating it or giving it keys if asked to: contract §2.5 to §2.7.
 *
 * @param id the command
 * @param caller for whom
 * @param proof what the caller presents of a hold
 * @param lookup why the instance is acquired
 * @param associate keys the instance shall have, with metadata for those it has not yet
 * @param claimedUnder the epoch under which those that are not the home key were claimed
 */
public record AcquireInstance(
        CommandId id,
        Caller caller,
        LockProof proof,
        Lookup lookup,
        Map<InstanceKey, Map<String, StoredValue>> associate,
        long claimedUnder)
        implements SlotOperation<LoadGrant> {

    /**
     * Copies the map.
     *
     * @throws IllegalArgumentException if an instance is to be created for a key that is not among those to associate
     */
    public AcquireInstance {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(caller, "caller");
        Objects.requireNonNull(proof, "presented");
        Objects.requireNonNull(lookup, "lookup");
        associate = Map.copyOf(associate);
        if (lookup instanceof Lookup.ForKey forKey && !associate.containsKey(forKey.key())) {
            throw new IllegalArgumentException("an instance for a key must get the key: " + forKey.key());
        }
    }

    @Override
    public long payloadBytes() {
        return associate.values().stream().mapToLong(Payload::of).sum();
    }

    @Override
    public ChangeOrigin recordedAs() {
        return caller.recordedAs(lookup instanceof Lookup.ToRun ? RecordedCommand.RUN : RecordedCommand.LOAD);
    }

    @Override
    public Decision<LoadGrant> transition(SlotAddress at, Slot stored, Instant now) {
        Slot slot = Expiry.settle(stored, now, caller.expiredOwners());
        return Expiry.withEvent(stored, slot, decideSettled(at, slot, now));
    }

    private Decision<LoadGrant> decideSettled(SlotAddress at, Slot slot, Instant now) {
        Optional<Decision<LoadGrant>> before = recalled(slot);
        if (before.isPresent()) {
            return before.get();
        }
        LookupRules rules = new LookupRules(at, slot, caller, now);
        InstanceRecord record = slot.instance();
        if (record == null) {
            return create(slot, rules, InstanceDraft.begin(at, slot, caller, id, now));
        }
        Refusal refusal = firstRefusal(rules, record);
        return refusal == null ? take(slot, record, now) : new Decision.Refuse<>(refusal);
    }

    @Override
    public Optional<Decision<LoadGrant>> recalled(Slot slot) {
        Optional<RememberedCommand> before = slot.recall(id);
        if (before.isPresent()) {
            return Optional.of(repeat(slot, before.get().receipt()));
        }
        return slot.mayHaveForgotten(id) && wouldChange(slot)
                ? Optional.of(new Decision.Refuse<>(new Refusal.TooLateToTell()))
                : Optional.empty();
    }

    /** To take the hold once more does no harm; to create or to associate once more would. */
    private boolean wouldChange(Slot slot) {
        boolean creates = lookup instanceof Lookup.ForKey || (lookup instanceof Lookup.ById byId && byId.create());
        return slot.instance() == null ? creates : !missing(slot.instance()).isEmpty();
    }

    private @Nullable Refusal firstRefusal(LookupRules rules, InstanceRecord record) {
        Refusal refusal = rules.refusalOf(record, lookup);
        if (refusal == null) {
            refusal = HoldRules.refusal(record, caller, proof);
        }
        return refusal == null ? LookupRules.refusalOfState(record, lookup) : refusal;
    }

    private Decision<LoadGrant> create(Slot slot, LookupRules rules, InstanceDraft draft) {
        Refusal refusal = proof instanceof LockProof.Holding ? new Refusal.HoldLost() : rules.refusalOfNothing(lookup);
        if (refusal == null) {
            refusal = new KeyRules(draft, slot, claimedUnder).apply(KeyChanges.associating(associate));
        }
        return refusal == null ? grant(slot, draft, draft.createdAt, false) : new Decision.Refuse<>(refusal);
    }

    private Decision<LoadGrant> take(Slot slot, InstanceRecord record, Instant now) {
        InstanceDraft draft = InstanceDraft.of(record);
        draft.token = HoldRules.token(record, proof);
        draft.used(now);
        Map<InstanceKey, Map<String, StoredValue>> missing = missing(record);
        if (!missing.isEmpty()) {
            Refusal refusal = new KeyRules(draft, slot, claimedUnder).apply(KeyChanges.associating(missing));
            if (refusal != null) {
                return new Decision.Refuse<>(refusal);
            }
            draft.revision = draft.revision.next(id.check());
            draft.updatedAt = now;
        }
        return HoldRules.withEvent(record, caller, grant(slot, draft, now, missing.isEmpty()));
    }

    private Map<InstanceKey, Map<String, StoredValue>> missing(InstanceRecord record) {
        if (associate.isEmpty()) {
            return associate;
        }
        Map<InstanceKey, Map<String, StoredValue>> missing = new HashMap<>(associate);
        missing.keySet().removeIf(key -> {
            KeyEntry entry = record.keys().get(key);
            return entry != null && entry.state() == KeyState.ASSOCIATED;
        });
        return missing;
    }

    private Decision<LoadGrant> grant(Slot slot, InstanceDraft draft, Instant now, boolean load) {
        draft.holder = caller.owner();
        InstanceRecord next = draft.toRecord();
        return new Decision.Write<>(
                slot.withInstance(next, now).remembering(new RememberedCommand(id, draft.receipt(), load), caller),
                new LoadGrant(next, slot.claimEpoch()));
    }

    /** The same answer, as long as it is still true; a hold that has passed on since is lost, not granted anew. */
    private Decision<LoadGrant> repeat(Slot slot, @Nullable SaveReceipt receipt) {
        InstanceRecord record = slot.instance();
        if (record == null || receipt == null) {
            return new Decision.Refuse<>(new Refusal.HoldLost());
        }
        Hold granted = new Hold(receipt.revision().incarnation(), receipt.token());
        return HoldRules.isHeldBy(record, caller.owner(), granted)
                ? new Decision.Keep<>(new LoadGrant(record, slot.claimEpoch())).withEvent(DecisionEvent.REPEATED)
                : new Decision.Refuse<>(new Refusal.HoldLost());
    }
}
