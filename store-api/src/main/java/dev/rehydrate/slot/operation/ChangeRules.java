// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.command.change.DataChange;
import dev.rehydrate.command.change.DefinitionChange;
import dev.rehydrate.command.change.DueChange;
import dev.rehydrate.command.change.IdleTtlChange;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.SuspensionChange;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.instance.EndOfTime;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.Suspension;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.WideMap;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How everything but keys and hold changes: contract §2.4 steps 3 and 8. */
final class ChangeRules {

    private final InstanceDraft draft;
    private final Instant now;

    ChangeRules(InstanceDraft draft, Instant now) {
        this.draft = draft;
        this.now = now;
    }

    void apply(InstanceChanges<StoredValue> changes) {
        applyData(changes.data());
        draft.metadata = applied(changes.metadata(), draft.metadata);
        draft.dueAt = due(changes.due());
        draft.suspension = suspension(changes.suspension());
        if (changes.definition() instanceof DefinitionChange.Set set) {
            draft.definition = set.identity();
        }
        if (changes.idleTtl() instanceof IdleTtlChange.Set set) {
            draft.idleTtl = set.ttl();
        }
        draft.updatedAt = now;
        draft.used(now);
    }

    private void applyData(DataChange<StoredValue> change) {
        if (change instanceof DataChange.Unchanged) {
            return;
        }
        draft.data = change instanceof DataChange.Change<StoredValue> some
                ? applied(some.delta(), draft.data)
                : change.put();
        draft.state = InstanceState.INITIALIZED;
    }

    /** A change of one of very many values must not cost what all of them cost. */
    private static Map<String, StoredValue> applied(ValueDelta<StoredValue> delta, Map<String, StoredValue> bag) {
        return bag instanceof WideMap && !delta.isEmpty()
                ? WideMap.changed(bag, delta.put(), delta.remove())
                : delta.appliedTo(bag);
    }

    private @Nullable Instant due(DueChange change) {
        if (change instanceof DueChange.At at) {
            return inMilliseconds(EndOfTime.orNearest(at.when()));
        }
        if (change instanceof DueChange.After after) {
            return inMilliseconds(EndOfTime.orAfter(now, after.delay()));
        }
        return change instanceof DueChange.Never ? null : draft.dueAt;
    }

    /**
     * A due time in whole milliseconds, so that an index which counts milliseconds finds the instance at the same instant as a
     * comparison of instants does. What is due now stays due now; what is due later is never due too early.
     */
    private Instant inMilliseconds(Instant due) {
        Instant millisecond = due.truncatedTo(ChronoUnit.MILLIS);
        return millisecond.equals(due) || !due.isAfter(now) ? millisecond : millisecond.plusMillis(1);
    }

    private @Nullable Suspension suspension(SuspensionChange change) {
        if (change instanceof SuspensionChange.Suspend suspend) {
            return new Suspension(suspend.reason(), suspend.failure(), now, suspend.failed());
        }
        return change instanceof SuspensionChange.Resume ? null : draft.suspension;
    }
}
