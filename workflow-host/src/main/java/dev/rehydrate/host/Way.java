// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

/** How a host makes sure that no turn is lost when several hosts work on one instance (design §3). */
public enum Way {
    /**
     * Takes nothing: the state is loaded freely, and saved only if nobody has changed it since; else the turn runs again on
     * what is there now. For instances that leave memory after every turn.
     */
    OPTIMISTIC,
    /** Takes the hold: others wait until this host gives it back. For instances that stay in memory, and for long turns. */
    HELD
}
