// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.Revision;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** An instance that does not exist yet. */
@State(Scope.Thread)
public class NewInstance extends Fixture {

    private InstanceId id = InstanceId.random();
    private @Nullable Revision made;

    /** For JMH. */
    public NewInstance() {}

    /** Draws the id. */
    @Setup(Level.Invocation)
    public void draw() {
        id = drawId();
    }

    /** Completes what was created. */
    @TearDown(Level.Invocation)
    public void complete() {
        if (made != null) {
            access().execute(access().handle(id), CompleteInstance.ifUnchanged(made))
                    .receiptOrThrow();
            made = null;
        }
    }

    InstanceId id() {
        return id;
    }

    void created(SaveReceipt receipt) {
        made = receipt.revision();
    }
}
