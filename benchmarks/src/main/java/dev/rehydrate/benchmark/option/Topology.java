// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.option;

import java.util.Locale;

/** Who keeps the entries, and from where they are asked for. Callers have a process, and so has every member that is not theirs. */
public enum Topology {
    /** One member in the caller's process. */
    ONE(1, 1),
    /** Two members with one synchronous backup; callers sit on a member, so half of the entries are elsewhere. */
    TWO(2, 1),
    /** A client of two members with one synchronous backup. */
    CLIENT(2, 0);

    private final int members;
    private final int membersHere;

    Topology(int members, int membersHere) {
        this.members = members;
        this.membersHere = membersHere;
    }

    public int members() {
        return members;
    }

    /** {@return how many of them are in the process of the callers} */
    public int membersHere() {
        return membersHere;
    }

    /** {@return the name in lower case, as in options and results} */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Finds a topology.
     *
     * @param label a name in any case
     * @return the topology
     * @throws IllegalArgumentException if there is none of this name
     */
    public static Topology labelled(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }
}
