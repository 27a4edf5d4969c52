// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import java.util.UUID;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Entries of the bare map that are there. */
@State(Scope.Thread)
public class BareEntries extends Fixture {

    private UUID[] keys = {};
    private int turn;

    /** For JMH. */
    public BareEntries() {}

    /** Puts the entries. */
    @Override
    final void fill() {
        keys = Stream.generate(this::drawKey).limit(residents()).toArray(UUID[]::new);
        for (UUID key : keys) {
            access().map().set(key, payload());
        }
    }

    /** Removes the entries. */
    @Override
    final void empty() {
        for (UUID key : keys) {
            access().map().delete(key);
        }
    }

    UUID next() {
        turn = (turn + 1) % keys.length;
        return keys[turn];
    }

    UUID[] all() {
        return keys;
    }
}
