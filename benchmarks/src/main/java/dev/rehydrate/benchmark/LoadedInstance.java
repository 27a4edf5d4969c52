// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.ReleaseInstance;
import dev.rehydrate.store.InstanceHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** An instance that was just loaded and is held. */
@State(Scope.Thread)
public class LoadedInstance extends IdleInstances {

    private @Nullable InstanceHandle handle;

    /** For JMH. */
    public LoadedInstance() {}

    /** Loads the next instance. */
    @Setup(Level.Invocation)
    public void load() {
        InstanceHandle next = access().handle(next());
        access().execute(next, LoadInstance.of(LoadMode.hold())).snapshotOrThrow();
        handle = next;
    }

    /** Releases it, if that was not done. */
    @TearDown(Level.Invocation)
    public void release() {
        if (handle().isValid()) {
            access().execute(handle(), ReleaseInstance.now());
        }
    }

    InstanceHandle handle() {
        return Objects.requireNonNull(handle);
    }
}
