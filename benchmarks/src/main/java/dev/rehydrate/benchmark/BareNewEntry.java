// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import java.util.UUID;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A key of the bare map that has no entry yet. */
@State(Scope.Thread)
public class BareNewEntry extends Fixture {

    private UUID key = UUID.randomUUID();

    /** For JMH. */
    public BareNewEntry() {}

    /** Draws the key. */
    @Setup(Level.Invocation)
    public void draw() {
        key = drawKey();
    }

    /** Removes what was put. */
    @TearDown(Level.Invocation)
    public void remove() {
        access().map().delete(key);
    }

    UUID key() {
        return key;
    }
}
