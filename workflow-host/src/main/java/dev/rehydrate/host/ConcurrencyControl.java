// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

/** How a host prevents lost updates when several hosts work on one instance (design §3). */
public enum ConcurrencyControl {
    /**
     * Optimistic concurrency: the state is loaded without a lock, and the save succeeds only if the revision is unchanged;
     * otherwise the turn runs again on the new state. For instances that leave memory after every turn.
     */
    OPTIMISTIC,
    /**
     * Pessimistic lock: the host takes the hold of the instance, and other hosts wait until it is released. For instances that
     * stay in memory, and for long turns.
     */
    PESSIMISTIC
}
