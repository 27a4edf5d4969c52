// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.start;

import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a client of ours that meets another farm at the addresses it knows: one that was stopped while the client waited for
 * it, and started again with another release or other settings.
 */
final class SameFarm implements MembershipListener {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);

    private final HazelcastInstance client;
    private final HazelcastStoreOptions options;

    SameFarm(HazelcastInstance client, HazelcastStoreOptions options) {
        this.client = client;
        this.options = options;
    }

    @Override
    public void memberAdded(MembershipEvent event) {
        FarmSettings.differenceOfClient(client, options).ifPresent(difference -> {
            LOG.error("the client ends, and its store with it; start it again as the farm is: {}", difference);
            client.getLifecycleService().terminate();
        });
    }

    @Override
    public void memberRemoved(MembershipEvent event) {
        // A member that has left is no part of the farm.
    }
}
