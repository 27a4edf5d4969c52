// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.decision;

/** What else happened when an operation was decided. Changes nothing for the caller; it is for listeners. */
public enum DecisionEvent {
    /** The slot remembered the command: nothing was done, and the answer is the one of the first time. */
    REPEATED,
    /** The hold was that of an expired owner. */
    RECLAIMED,
    /** The instance that was here had expired, and is gone for good now. */
    EXPIRED
}
