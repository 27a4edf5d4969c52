// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.state;

/** What a posted message is waiting for. */
public enum QueuedMessageState {
    /** To be taken for the first time. */
    POSTED,
    /** For its time; then as if it was just posted, in the place that it has. Until then it blocks no other message. */
    DELAYED,
    /** For the host that has taken it, until its time; then any host may take it. */
    LOCKED,
    /** To be taken again, not before its time, because it could not be delivered. Those behind it wait. */
    RETURNED,
    /** For its instance to begin. Looked after at its time; those behind it wait, except those that can begin the instance. */
    AWAITING,
    /** Dead letter: for an administrator who redrives or discards it. */
    DEAD
}
