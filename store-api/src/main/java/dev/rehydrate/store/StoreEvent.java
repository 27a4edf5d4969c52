// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

/** What a store tells an owner (contract §1.9). */
public enum StoreEvent {
    /**
     * An instance of the owner's host type wants to run. Level-triggered: it stays set until {@code LoadRunnable} finds
     * nothing more.
     */
    HAS_RUNNABLE
}
