// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.command.Expected;
import dev.rehydrate.command.change.DataChange;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.operation.CommitInstance.After;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An instance as a reader of the contract would keep it on the back of an envelope, to be compared with the rules. */
record InstanceModel(
        @Nullable InstanceState state, @Nullable OwnerId holder, Hold hold, long number) {

    static final InstanceModel NOTHING = new InstanceModel(null, null, Given.hold(0, 1), 0);

    /** What contract §2.1 says to a caller: yes, or the name of the refusal. */
    String verdict(Caller caller, LockProof proof) {
        if (proof instanceof LockProof.Holding holding) {
            boolean sameLife = state != null && holding.hold().incarnation() == hold.incarnation();
            String other = sameLife && state == InstanceState.COMPLETED ? "InstanceCompleted" : "HoldLost";
            return isHeldBy(caller.owner(), holding.hold()) ? "yes" : other;
        }
        if (state == InstanceState.COMPLETED) {
            return "InstanceCompleted";
        }
        if (state == null || holder == null || caller.expiredOwners().contains(holder)) {
            return "yes";
        }
        boolean orphan = proof instanceof LockProof.Abandoned orphaned && isHeldBy(caller.owner(), orphaned.hold());
        return orphan ? "yes" : holder.equals(caller.owner()) ? "AlreadyMine" : "HeldBy";
    }

    /** The same for a caller that also expects something. */
    String verdict(CommitInstance commit) {
        String verdict = verdict(commit.caller(), commit.proof());
        boolean judged = Set.of("HoldLost", "InstanceCompleted").contains(verdict);
        return judged || meets(commit.expected()) ? verdict : "Mismatch";
    }

    boolean isHeldBy(OwnerId owner, Hold proof) {
        return state != null && owner.equals(holder) && proof.equals(hold);
    }

    private boolean meets(Expected expected) {
        if (expected instanceof Expected.At at) {
            return state != null
                    && at.revision().incarnation() == hold.incarnation()
                    && at.revision().number() == number;
        }
        boolean hasData = state != null && state != InstanceState.UNINITIALIZED;
        if (expected instanceof Expected.Numbered numbered) {
            return state != null && numbered.number() == number;
        }
        return expected instanceof Expected.Any || hasData == expected instanceof Expected.Present;
    }

    InstanceModel committed(CommitInstance commit, long newLife) {
        InstanceModel held = granted(commit.proof(), newLife);
        boolean data = !(commit.changes().data() instanceof DataChange.Unchanged);
        OwnerId next = commit.after() == After.HELD ? commit.caller().owner() : null;
        InstanceState reached = data ? InstanceState.INITIALIZED : held.state;
        reached = commit.after() == After.COMPLETED ? InstanceState.COMPLETED : reached;
        return commit.after() == After.DELETED ? NOTHING : new InstanceModel(reached, next, held.hold, held.number + 1);
    }

    InstanceModel acquired(AcquireInstance acquire, long newLife, boolean contentChanged) {
        InstanceModel held = granted(acquire.proof(), newLife);
        return new InstanceModel(
                held.state, acquire.caller().owner(), held.hold, held.number + (contentChanged ? 1 : 0));
    }

    private InstanceModel granted(LockProof proof, long newLife) {
        if (state == null) {
            return new InstanceModel(InstanceState.UNINITIALIZED, null, Given.hold(newLife, 1), 0);
        }
        boolean same = proof instanceof LockProof.Holding;
        return new InstanceModel(
                state,
                holder,
                same ? hold : new Hold(hold.incarnation(), hold.token().next()),
                number);
    }

    InstanceModel released() {
        return new InstanceModel(state, null, hold, number);
    }

    InstanceModel revoked() {
        Hold next = holder == null
                ? hold
                : new Hold(hold.incarnation(), hold.token().next());
        return new InstanceModel(state, null, next, number);
    }

    InstanceModel changed() {
        return new InstanceModel(state, holder, hold, number + 1);
    }

    /** Tells whether a slot shows the instance that is kept here. */
    boolean agreesWith(Slot slot) {
        if (slot.instance() == null || state == null) {
            return slot.instance() == null && state == null;
        }
        InstanceHeader header = slot.instance().header();
        return header.state() == state
                && Objects.equals(header.holder(), holder)
                && Hold.of(slot.instance()).equals(hold)
                && header.revision().number() == number;
    }
}
