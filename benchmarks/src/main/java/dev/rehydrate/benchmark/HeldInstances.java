// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.InstanceHandle;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Instances that the caller holds. */
@State(Scope.Thread)
public class HeldInstances extends Fixture {

    private final List<InstanceHandle> handles = new ArrayList<>();
    private int turn;

    /** For JMH. */
    public HeldInstances() {}

    /** Creates and holds the instances. */
    @Override
    final void fill() {
        for (int i = 0; i < residents(); i++) {
            InstanceId id = drawId();
            InstanceHandle handle = access().handle(id);
            create(handle, id, AfterSave.KEEP);
            handles.add(handle);
        }
    }

    /** Completes the instances. */
    @Override
    final void empty() {
        handles.forEach(handle -> access().execute(handle, CompleteInstance.now()));
        handles.clear();
    }

    InstanceHandle next() {
        turn = (turn + 1) % handles.size();
        return handles.get(turn);
    }
}
