// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.decision.Decision;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares what was decided about one operation with what the model says to it. */
final class ModelCheck {

    private static final Set<String> OF_KEYS =
            Set.of("ClaimsRevoked", "KeyClaimed", "KeyBelongsTo", "KeyNotAssociated");
    private static final Set<String> OF_HOLDS = Set.of("HeldBy", "AlreadyMine", "HoldLost", "InstanceCompleted");

    private final InstanceModel model;
    private final InstanceModel seen;
    private final Slot before;
    private final boolean over;

    ModelCheck(InstanceModel model, Slot before, SlotOperation<?> operation, Instant now) {
        this.model = model;
        this.before = before;
        InstanceRecord record = before.instance();
        this.over = record != null
                && (operation instanceof SweepSlot sweep
                        ? sweep.isOver(record, now)
                        : record.isExpired(now, deadTo(operation)));
        this.seen = over ? InstanceModel.NOTHING : model;
    }

    /** Whom the operation knows to be dead. */
    static Set<OwnerId> deadTo(SlotOperation<?> operation) {
        if (operation instanceof CommitInstance commit) {
            return commit.caller().expiredOwners();
        }
        if (operation instanceof AcquireInstance acquire) {
            return acquire.caller().expiredOwners();
        }
        if (operation instanceof RevokeHold revoke) {
            return revoke.caller().expiredOwners();
        }
        if (operation instanceof ExtendIdleTime extend) {
            return extend.caller().expiredOwners();
        }
        return operation instanceof ControlInstance control ? control.caller().expiredOwners() : Set.of();
    }

    /** Says in what the decision differs from what the model predicts, or null. */
    @Nullable
    String difference(SlotOperation<?> operation, Decision<?> decision) {
        String said = nameOf(decision);
        if (said.equals("TooLateToTell")) {
            return Repeats.mayBeForgotten(operation, before)
                    ? null
                    : "nothing was forgotten that could be this command";
        }
        if (operation instanceof CommitInstance commit) {
            String verdict = seen.verdict(commit);
            boolean dueToKeys = verdict.equals("yes") && OF_KEYS.contains(said);
            return said.equals(verdict) || dueToKeys ? null : "the model says " + verdict;
        }
        if (operation instanceof AcquireInstance acquire) {
            return acquire(acquire, said);
        }
        if (operation instanceof ReleaseHold release) {
            String verdict = model.isHeldBy(release.owner(), release.hold()) ? "yes" : "HoldLost";
            return said.equals(verdict) ? null : "the model says " + verdict;
        }
        return null;
    }

    private @Nullable String acquire(AcquireInstance acquire, String said) {
        String verdict = seen.verdict(acquire.caller(), acquire.proof());
        if (OF_HOLDS.contains(said) || said.equals("yes")) {
            return said.equals(verdict) ? null : "the model says " + verdict;
        }
        boolean byId = acquire.lookup() instanceof Lookup.ById;
        boolean bare = seen.state() != InstanceState.INITIALIZED && verdict.equals("yes");
        return byId && said.equals("NotFound") && !bare ? "the model says that it is there" : null;
    }

    private static String nameOf(Decision<?> decision) {
        return decision instanceof Decision.Refuse<?> refused
                ? refused.refusal().getClass().getSimpleName()
                : "yes";
    }

    /** What the model keeps after an operation that was carried out. */
    InstanceModel next(SlotOperation<?> operation, Slot after) {
        if (operation instanceof CommitInstance commit) {
            return seen.committed(commit, lifeIn(after));
        }
        if (operation instanceof AcquireInstance acquire) {
            return seen.acquired(acquire, lifeIn(after), changed(after));
        }
        if (operation instanceof ReleaseHold) {
            return model.released();
        }
        if (operation instanceof RevokeHold) {
            return seen.revoked();
        }
        if (operation instanceof ControlInstance control) {
            return control.suspension() == null ? InstanceModel.NOTHING : seen.changed();
        }
        if (operation instanceof WithdrawKey) {
            return model.changed();
        }
        return operation instanceof DropClaim ? model : seen;
    }

    private static long lifeIn(Slot after) {
        return after.instance() == null ? 0 : Hold.of(after.instance()).incarnation();
    }

    private boolean changed(Slot after) {
        Map<?, ?> now = Objects.requireNonNull(after.instance()).keys();
        return over || before.instance() == null || !before.instance().keys().equals(now);
    }
}
