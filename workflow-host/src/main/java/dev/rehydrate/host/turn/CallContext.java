// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.turn;

import dev.rehydrate.host.async.TurnLimiter;
import dev.rehydrate.host.lane.InstanceServices;
import dev.rehydrate.host.lane.Lanes;
import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.host.owner.OwnerLease;
import dev.rehydrate.host.owner.StoreAccess;

/**
 * What calls need of their host.
 *
 * @param services what turns need
 * @param lanes the instances in memory and the jobs that wait for them
 * @param owners the lease of this host
 * @param turns limits the turns under way
 */
public record CallContext(InstanceServices services, Lanes lanes, OwnerLease owners, TurnLimiter turns) {

    public HostSettings settings() {
        return services.settings();
    }

    public StoreAccess store() {
        return services.store();
    }
}
