// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.owner;

import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;

/**
 * One life of this host as an owner.
 *
 * @param id the owner
 * @param handle receives the owner's events; the store frees it when the owner is lost
 */
public record LiveOwner(OwnerId id, InstanceHandle handle) {}
