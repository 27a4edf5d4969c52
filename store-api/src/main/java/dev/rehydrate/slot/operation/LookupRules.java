// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.KeyEntry;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Refusal;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a lookup finds, and what it may create: the tables of contract §2.5 to §2.7. */
final class LookupRules {

    private final SlotAddress at;
    private final Slot slot;
    private final Caller caller;
    private final Instant now;

    LookupRules(SlotAddress at, Slot slot, Caller caller, Instant now) {
        this.at = at;
        this.slot = slot;
        this.caller = caller;
        this.now = now;
    }

    /** Says why nothing can be created where nothing is, or null if it can. */
    @Nullable
    Refusal refusalOfNothing(Lookup lookup) {
        if (lookup instanceof Lookup.ById byId && byId.create()) {
            return null;
        }
        if (lookup instanceof Lookup.ForKey forKey) {
            return claimOn(forKey.key());
        }
        Refusal claimed = lookup instanceof Lookup.ByKey byKey ? claimOn(byKey.key()) : null;
        return claimed == null ? new Refusal.NotFound() : claimed;
    }

    /** Says why the instance is not the one looked for, held or not, or null if it is. */
    @Nullable
    Refusal refusalOf(InstanceRecord record, Lookup lookup) {
        if (lookup instanceof Lookup.ByKey byKey) {
            return refusalByKey(record, byKey.key());
        }
        if (lookup instanceof Lookup.ForKey forKey) {
            return refusalForKey(record, forKey.key());
        }
        boolean wanted = !(lookup instanceof Lookup.ToRun runnable) || isRunnable(record, runnable);
        return wanted ? null : new Refusal.NotFound();
    }

    /** Says why an instance that the caller may hold will not do, or null if it will. */
    static @Nullable Refusal refusalOfState(InstanceRecord record, Lookup lookup) {
        boolean accepted = record.state() == InstanceState.INITIALIZED
                || lookup instanceof Lookup.ForKey
                || (lookup instanceof Lookup.ById byId && byId.create())
                || (lookup instanceof Lookup.ByKey byKey && byKey.acceptUninitialized());
        return accepted ? null : new Refusal.NotFound();
    }

    private @Nullable Refusal refusalByKey(InstanceRecord record, InstanceKey key) {
        KeyEntry entry = record.keys().get(key);
        if (entry == null) {
            Refusal claimed = claimOn(key);
            return claimed == null ? new Refusal.NotFound() : claimed;
        }
        // Of an instance that has ended all keys are completed; that it has ended is what the caller is told then.
        boolean onlyTheKey = entry.state() == KeyState.COMPLETED && record.state() != InstanceState.COMPLETED;
        return onlyTheKey ? new Refusal.KeyCompleted(record.id()) : null;
    }

    private @Nullable Refusal refusalForKey(InstanceRecord record, InstanceKey key) {
        if (record.keys().containsKey(key)) {
            return refusalByKey(record, key);
        }
        Refusal claimed = claimOn(key);
        if (claimed != null) {
            return claimed;
        }
        return record.state() == InstanceState.INITIALIZED ? new Refusal.IdInUse(record.id()) : null;
    }

    /** In the slot of the key itself a claim shows the way; in any other slot the claim there is about another key. */
    private @Nullable Refusal claimOn(InstanceKey key) {
        KeyClaim claim = slot.claim();
        return claim != null && SlotAddress.of(key).equals(at) ? new Refusal.KeyClaimed(key, claim) : null;
    }

    private boolean isRunnable(InstanceRecord record, Lookup.ToRun lookup) {
        return record.isRunnable(now, caller.expiredOwners())
                && Objects.equals(record.header().hostType(), caller.hostType())
                && lookup.definitions().accepts(record.header().definition());
    }
}
