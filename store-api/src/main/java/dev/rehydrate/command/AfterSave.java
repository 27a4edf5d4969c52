// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

/** What becomes of the hold when a save is done (contract §2.4: UnlockInstance). */
public enum AfterSave {
    /** The handle holds the instance, whether or not it did before. */
    KEEP,
    /** No owner holds the instance, and the handle is freed. A save without hold needs no more than this. */
    RELEASE
}
