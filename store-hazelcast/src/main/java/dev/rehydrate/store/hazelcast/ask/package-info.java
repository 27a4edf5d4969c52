// SPDX-License-Identifier: Apache-2.0
/** Questions about all slots of a farm: each member answers from its directory for the partitions that it owns. */
@NullMarked
package dev.rehydrate.store.hazelcast.ask;

import org.jspecify.annotations.NullMarked;
