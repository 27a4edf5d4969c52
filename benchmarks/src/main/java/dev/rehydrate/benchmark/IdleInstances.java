// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.store.InstanceHandle;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Instances that no owner holds, with the revisions that the caller has seen. */
@State(Scope.Thread)
public class IdleInstances extends Fixture {

    private final List<InstanceId> ids = new ArrayList<>();
    private final List<Revision> seen = new ArrayList<>();
    private int turn;

    /** For JMH. */
    public IdleInstances() {}

    /** Creates the instances. */
    @Override
    final void fill() {
        for (int i = 0; i < residents(); i++) {
            InstanceId id = drawId();
            seen.add(create(access().handle(id), id, AfterSave.RELEASE).revision());
            ids.add(id);
        }
    }

    /** Completes the instances, whatever has become of them. */
    @Override
    final void empty() {
        for (InstanceId id : ids) {
            InstanceHandle handle = access().handle(id);
            LoadOutcome found = access().execute(handle, LoadInstance.of(LoadMode.authoritative()));
            access().execute(
                            handle,
                            CompleteInstance.ifUnchanged(found.snapshotOrThrow().revision()))
                    .receiptOrThrow();
        }
        ids.clear();
        seen.clear();
    }

    final InstanceId next() {
        turn = (turn + 1) % ids.size();
        return ids.get(turn);
    }

    final InstanceKey nextKey() {
        return StoreAccess.homeKeyOf(next());
    }

    final Revision revision() {
        return seen.get(turn);
    }

    final void saved(SaveOutcome outcome) {
        seen.set(turn, outcome.receiptOrThrow().revision());
    }
}
