// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import java.util.UUID;

/**
 * An instance in the directory.
 *
 * @param part its partition
 * @param key its slot
 * @param membership where it was found; an instance that moves may be in another place as well
 */
record Place(Share.Part part, UUID key, Membership membership) {}
