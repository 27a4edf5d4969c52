// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import java.util.UUID;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** An entry of the bare map that is about to go. */
@State(Scope.Thread)
public class BareEntryToDelete extends Fixture {

    private UUID key = UUID.randomUUID();

    /** For JMH. */
    public BareEntryToDelete() {}

    /** Puts the entry. */
    @Setup(Level.Invocation)
    public void put() {
        key = drawKey();
        access().map().set(key, payload());
    }

    UUID key() {
        return key;
    }
}
