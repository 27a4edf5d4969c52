// SPDX-License-Identifier: Apache-2.0
/**
 * What concerns partitions and members as a whole: lost partitions, which member sweeps which partition, and the one time of a
 * farm.
 */
@NullMarked
package dev.rehydrate.store.hazelcast.partition;

import org.jspecify.annotations.NullMarked;
