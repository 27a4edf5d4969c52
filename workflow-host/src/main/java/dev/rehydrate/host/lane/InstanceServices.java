// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lane;

import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.host.owner.StoreAccess;
import dev.rehydrate.host.owner.Timeline;

/**
 * What work on an instance in memory needs of its host.
 *
 * @param settings what the host was started with
 * @param store the store
 * @param timeline publishes events
 * @param unloader saves instances and evicts them from memory
 * @param otherTypes warns of instances that hosts of another type look after
 * @param longTurns tells of handlers and sinks that do not return
 */
public record InstanceServices(
        HostSettings settings,
        StoreAccess store,
        Timeline timeline,
        InstanceUnloader unloader,
        OtherHostTypes otherTypes,
        LongTurns longTurns) {}
