// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.fault;

/** What a store asks of its engine. */
public enum Step {
    /** An operation on a slot, or a read of one. */
    SLOT,
    /** A scan, a look for due times, a query. */
    SCAN,
    /** Anything about owners, beats included. */
    OWNER
}
