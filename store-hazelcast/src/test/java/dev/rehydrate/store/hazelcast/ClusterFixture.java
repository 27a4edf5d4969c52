// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.directory.InstanceDirectory;
import dev.rehydrate.store.hazelcast.partition.ClusterClock;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.tck.SteppingFixture;
import java.time.Instant;
import java.util.List;
import java.util.function.BiFunction;

/** Stores on a running cluster, one node of the farm after the other on the next of its ways in. */
final class ClusterFixture extends SteppingFixture {

    private final List<HazelcastInstance> members;
    private final List<HazelcastInstance> waysIn;
    private final BiFunction<HazelcastInstance, StoreOptions, InstanceStore> opener;
    private int opened;

    /**
     * Begins with an empty cluster.
     *
     * @param members all members
     * @param waysIn the members or clients that stores are opened on
     */
    ClusterFixture(List<HazelcastInstance> members, List<HazelcastInstance> waysIn) {
        this(members, waysIn, HazelcastInstanceStore::open);
    }

    /**
     * Begins with an empty cluster.
     *
     * @param members all members
     * @param waysIn the members or clients that stores are opened on
     * @param opener opens a store
     */
    ClusterFixture(
            List<HazelcastInstance> members,
            List<HazelcastInstance> waysIn,
            BiFunction<HazelcastInstance, StoreOptions, InstanceStore> opener) {
        super(Instant.parse("2026-03-01T12:00:00Z"));
        this.members = members;
        this.waysIn = waysIn;
        this.opener = opener;
        clear();
        members.forEach(member -> member.getUserContext().put(ClusterClock.CONTEXT_KEY, new ClusterClock(time())));
        waysIn.forEach(way -> way.getUserContext().put(ClusterClock.CONTEXT_KEY, new ClusterClock(time())));
    }

    @Override
    protected InstanceStore openStore(StoreOptions options) {
        return opener.apply(waysIn.get(opened++ % waysIn.size()), options);
    }

    @Override
    public void close() {
        clear();
    }

    private void clear() {
        HazelcastInstance member = members.get(0);
        member.getMap(MapNames.SLOTS).clear();
        // Nothing else takes slots away past all operations.
        members.forEach(InstanceDirectory::rereadBy);
        member.getMap(MapNames.OWNERS).clear();
        // Each fixture begins at the same time: the entry of an earlier one would seem to be of a store that sweeps
        // now.
        member.getMap(MapNames.SWEEPERS).clear();
    }
}
