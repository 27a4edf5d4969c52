// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.farm;

import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * A cluster that no other process finds: its members listen on free ports of loopback, each joins those that are there before
 * it, and the name is a new one, so that a process that asks a port of an earlier run is refused.
 */
final class OwnCluster implements Supplier<InstanceStore> {

    private final String name = "rehydrate-sample-" + UUID.randomUUID();
    private List<String> members = List.of();

    /** Starts one more member. */
    @Override
    public InstanceStore get() {
        int expected = members.size() + 1;
        HazelcastInstanceStore store = HazelcastInstanceStore.startMember(HazelcastStoreOptions.builder()
                .store(StoreKind.options())
                .clusterName(name)
                .port(0)
                .members(members)
                .build());
        members = store.members();
        if (members.size() != expected) {
            store.close();
            throw new IllegalStateException(
                    "a member of the farm found " + members + " where there should be " + expected + " members");
        }
        return store;
    }
}
