// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.outcome;

/** The answers to suspending, resuming, forced release, touching and deleting (contract §4.8). */
public enum ControlOutcome {
    /** It is so now, or was so before. */
    DONE,
    /** There is no such instance. */
    NOT_FOUND,
    /** The instance has ended and was kept; it can only be deleted. */
    COMPLETED
}
