// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import java.util.Locale;

/** Who keeps the entries, and from where they are asked for. All in one process, so both sides share its noise. */
public enum Topology {
    /** One member in the caller's process. */
    ONE(1),
    /** Two members with one synchronous backup; callers sit on a member, so half of the entries are elsewhere. */
    TWO(2),
    /** A client of two members with one synchronous backup. */
    CLIENT(2);

    private final int members;

    Topology(int members) {
        this.members = members;
    }

    int members() {
        return members;
    }

    /** {@return the name in lower case, as in options and results} */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Finds a topology.
     *
     * @param label a name in any case
     * @return the topology
     * @throws IllegalArgumentException if there is none of this name
     */
    static Topology labelled(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }
}
