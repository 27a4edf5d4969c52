// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

/** The answers to giving a hold back. */
public enum ReleaseOutcome {
    /** Nobody holds the instance. */
    RELEASED
}
