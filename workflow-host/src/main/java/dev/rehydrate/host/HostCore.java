// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

/**
 * The parts of a running host.
 *
 * @param settings what it was started with
 * @param store the store
 * @param timeline tells the listener
 * @param lanes its instances
 * @param owners its lease
 * @param unloading takes instances out of memory
 * @param turns lets a few turns in at once
 */
record HostCore(
        HostSettings settings,
        StoreAccess store,
        Timeline timeline,
        Lanes lanes,
        OwnerKeeper owners,
        Unloading unloading,
        Window turns) {}
