// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.decision.DecisionEvent;
import dev.rehydrate.slot.decision.Refusal;
import org.jspecify.annotations.Nullable;

/** Who may write an instance, and under which token: the decision table of contract §2.1. */
final class HoldRules {

    private HoldRules() {}

    /** Says why the caller may not write the instance, or null if it may. */
    static @Nullable Refusal refusal(InstanceRecord record, Caller caller, LockProof proof) {
        if (proof instanceof LockProof.Holding holding) {
            return refusalOfHolder(record, caller, holding.hold());
        }
        if (record.state() == InstanceState.COMPLETED) {
            return new Refusal.InstanceCompleted(record.id());
        }
        OwnerId holder = record.header().holder();
        if (holder == null || caller.expiredOwners().contains(holder)) {
            return null;
        }
        if (!holder.equals(caller.owner())) {
            return new Refusal.HeldBy(holder);
        }
        Hold present = Hold.of(record);
        boolean orphan =
                proof instanceof LockProof.Abandoned orphaned && orphaned.hold().equals(present);
        return orphan ? null : new Refusal.AlreadyMine(present);
    }

    private static @Nullable Refusal refusalOfHolder(InstanceRecord record, Caller caller, Hold hold) {
        boolean sameLife = record.header().revision().incarnation() == hold.incarnation();
        if (sameLife && record.state() == InstanceState.COMPLETED) {
            return new Refusal.InstanceCompleted(record.id());
        }
        return isHeldBy(record, caller.owner(), hold) ? null : new Refusal.HoldLost();
    }

    static boolean isHeldBy(InstanceRecord record, OwnerId owner, Hold hold) {
        return owner.equals(record.header().holder()) && Hold.of(record).equals(hold);
    }

    /** Says that a hold which passes to the caller was that of an expired owner. */
    static <A> Decision<A> withEvent(InstanceRecord before, Caller caller, Decision<A> decision) {
        OwnerId holder = before.header().holder();
        boolean reclaimed = holder != null
                && !holder.equals(caller.owner())
                && caller.expiredOwners().contains(holder);
        return reclaimed ? decision.withEvent(DecisionEvent.RECLAIMED) : decision;
    }

    /** The token for a caller that may write: the hold passes to it, unless it had it. */
    static FencingToken token(InstanceRecord record, LockProof proof) {
        FencingToken present = record.header().token();
        return proof instanceof LockProof.Holding ? present : present.next();
    }
}
