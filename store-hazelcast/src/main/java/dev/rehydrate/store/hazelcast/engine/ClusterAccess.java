// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.engine;

import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.store.hazelcast.call.StoreThreads;

/**
 * How one store gets to its cluster.
 *
 * @param hazelcast the member or client, which other stores may use too
 * @param threads the threads of this store
 * @param condition how the cluster is
 */
public record ClusterAccess(HazelcastInstance hazelcast, StoreThreads threads, ClusterCondition condition) {}
