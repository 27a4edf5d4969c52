// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.control;

import dev.rehydrate.host.async.Deadline;
import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.host.owner.OwnerLease;
import dev.rehydrate.host.owner.StoreAccess;
import java.time.Duration;

/**
 * The store for administrators.
 *
 * @param settings what the host was started with
 * @param owners the lease of this host
 * @param store the store
 */
public record ControlAccess(HostSettings settings, OwnerLease owners, StoreAccess store) {

    /** The store for commands that are answered within the timeout of the store. */
    public ControlStore withinStoreTimeout() {
        return within(settings.storeTimeout());
    }

    /**
     * The store for commands that are answered within some time.
     *
     * @param time the time, from now on
     * @return the store
     */
    public ControlStore within(Duration time) {
        return new ControlStore(settings, owners, store, Deadline.in(settings.time(), time));
    }
}
