// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lane;

/** Counts the instances in memory, and the places that are reserved for instances being loaded. */
final class MemoryCapacity {

    private int present;
    private int kept;

    synchronized int present() {
        return present;
    }

    /** Keeps a place, which is taken or given back; false if there is none. */
    synchronized boolean keep(int limit) {
        if (present + kept >= limit) {
            return false;
        }
        kept++;
        return true;
    }

    synchronized void giveBack() {
        kept--;
    }

    /** An instance comes, to a place that was kept for it or not. */
    synchronized void enter(boolean toKeptPlace) {
        present++;
        kept -= toKeptPlace ? 1 : 0;
    }

    synchronized void leave() {
        present--;
    }
}
