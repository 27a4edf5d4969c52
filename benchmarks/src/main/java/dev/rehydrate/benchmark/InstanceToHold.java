// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import dev.rehydrate.command.ReleaseInstance;
import dev.rehydrate.store.InstanceHandle;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Instances that are idle again after every load. */
@State(Scope.Thread)
public class InstanceToHold extends IdleInstances {

    private @Nullable InstanceHandle handle;

    /** For JMH. */
    public InstanceToHold() {}

    /** Releases what was loaded. */
    @TearDown(Level.Invocation)
    public void release() {
        if (handle != null) {
            access().execute(handle, ReleaseInstance.now());
            handle = null;
        }
    }

    InstanceHandle loading(InstanceHandle with) {
        handle = with;
        return with;
    }
}
