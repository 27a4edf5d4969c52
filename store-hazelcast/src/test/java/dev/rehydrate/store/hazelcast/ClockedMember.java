// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.store.hazelcast.partition.ClusterClock;
import dev.rehydrate.store.hazelcast.start.ClusterConfig;

/** A member without a store, which decides by a given time from its first moment on: partitions can come to it before a store is opened. */
public final class ClockedMember {

    private ClockedMember() {}

    /** Starts a member, whose settings have the time. */
    public static HazelcastInstance start(HazelcastStoreOptions options) {
        Config config = ClusterConfig.member(options);
        config.getUserContext()
                .put(ClusterClock.CONTEXT_KEY, new ClusterClock(options.store().time()));
        return Hazelcast.newHazelcastInstance(config);
    }

    /** {@return where others find it} */
    public static String addressOf(HazelcastInstance member) {
        return TestFarm.address(member);
    }
}
