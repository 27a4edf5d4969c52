// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Instances that are all suspended in one pass and all resumed in the next. */
@State(Scope.Thread)
public class SuspendedInstances extends IdleInstances {

    private int visits = -1;

    /** For JMH. */
    public SuspendedInstances() {}

    /** Counts the visits. */
    @Setup(Level.Invocation)
    public void visit() {
        visits++;
    }

    boolean suspends() {
        return visits / residents() % 2 == 0;
    }
}
