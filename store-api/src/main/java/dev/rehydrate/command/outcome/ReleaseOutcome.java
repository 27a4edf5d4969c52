// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.outcome;

/** The answers to giving a hold back. */
public enum ReleaseOutcome {
    /** No owner holds the instance. */
    RELEASED
}
