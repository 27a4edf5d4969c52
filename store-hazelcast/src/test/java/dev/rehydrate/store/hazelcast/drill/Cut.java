// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import java.util.Locale;

/** What is dropped of the packets of one node. */
enum Cut {
    /** What it receives and what it sends. */
    BOTH,
    /** What it receives: it hears no other node, and all others hear it. */
    INPUT,
    /** What it sends: no other node hears it, and it hears all others. */
    OUTPUT;

    /** {@return what is cut in a round: each in turn} */
    static Cut of(int round) {
        return values()[(round - 1) % values().length];
    }

    void apply(Networks networks, String node) {
        if (this != OUTPUT) {
            networks.deafen(node);
        }
        if (this != INPUT) {
            networks.mute(node);
        }
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
