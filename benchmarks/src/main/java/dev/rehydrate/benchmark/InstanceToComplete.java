// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.InstanceHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** An instance that is held and about to end. */
@State(Scope.Thread)
public class InstanceToComplete extends Fixture {

    private @Nullable InstanceHandle handle;

    /** For JMH. */
    public InstanceToComplete() {}

    /** Creates the instance. */
    @Setup(Level.Invocation)
    public void create() {
        InstanceId id = drawId();
        InstanceHandle next = access().handle(id);
        create(next, id, AfterSave.KEEP);
        handle = next;
    }

    InstanceHandle handle() {
        return Objects.requireNonNull(handle);
    }
}
