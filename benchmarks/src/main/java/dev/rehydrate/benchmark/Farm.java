// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.cluster.Address;
import com.hazelcast.config.Config;
import com.hazelcast.config.MapConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.UUID;

/** A running topology: stores, and a bare map beside them on the same members. */
final class Farm implements AutoCloseable {

    private static final String BARE = "bare";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Benchmarks are made by JMH, which hands them nothing; they find the farm here. */
    private static volatile List<Farm> open = List.of();

    private final Deque<HazelcastInstance> running = new ArrayDeque<>();
    private final List<InstanceStore> stores = new ArrayList<>();
    private final List<StoreAccess> accesses = new ArrayList<>();
    private final String clusterName = "bench-" + UUID.randomUUID();
    private final List<String> addresses = new ArrayList<>();

    private Farm() {}

    /**
     * Starts a topology; benchmarks use it until it is closed.
     *
     * @param topology which
     * @return the farm
     */
    static Farm start(Topology topology) {
        Farm farm = new Farm();
        for (int i = 0; i < topology.members(); i++) {
            farm.addMember(topology);
        }
        if (topology == Topology.CLIENT) {
            farm.addClient();
        }
        List<Farm> all = new ArrayList<>(open);
        all.add(farm);
        open = List.copyOf(all);
        return farm;
    }

    /**
     * Finds the access of a caller.
     *
     * @param farm the number of the farm, in the order of starts
     * @param caller the number of the caller; callers are spread over members
     * @return the access
     */
    static StoreAccess access(int farm, int caller) {
        List<StoreAccess> all = open.get(farm).accesses;
        return all.get(caller % all.size());
    }

    List<StoreAccess> accesses() {
        return accesses;
    }

    /**
     * Connects another process, as far as members can see.
     *
     * @param farm the number of the farm, in the order of starts
     * @return a client, which ends with the farm at the latest
     */
    static HazelcastInstance client(int farm) {
        return open.get(farm).newClient();
    }

    private void addMember(Topology topology) {
        Config config = Settings.member(clusterName, addresses);
        config.addMapConfig(new MapConfig(BARE).setStatisticsEnabled(false));
        HazelcastInstanceStore.prepare(config, Settings.STORE);
        HazelcastInstance member = Hazelcast.newHazelcastInstance(config);
        running.push(member);
        Address address = member.getCluster().getLocalMember().getAddress();
        addresses.add(address.getHost() + ":" + address.getPort());
        if (topology != Topology.CLIENT) {
            addAccess(member, topology.members() > 1);
        }
    }

    /**
     * Opens one more store on the first member, in which instances keep their last changes.
     *
     * @param changes how many
     * @return the access, which ends with the farm
     */
    StoreAccess recording(int changes) {
        HazelcastInstance member = running.getLast();
        StoreOptions options = Settings.STORE.store().withRecordedChanges(changes);
        return access(HazelcastInstanceStore.open(member, options), member, accesses.get(0).mixed());
    }

    private void addClient() {
        addAccess(newClient(), false);
    }

    private HazelcastInstance newClient() {
        ClientConfig config = Settings.client(clusterName, addresses);
        HazelcastInstanceStore.prepare(config, Settings.STORE);
        HazelcastInstance client = HazelcastClient.newHazelcastClient(config);
        running.push(client);
        return client;
    }

    private void addAccess(HazelcastInstance hazelcast, boolean mixed) {
        accesses.add(access(HazelcastInstanceStore.open(hazelcast, Settings.STORE), hazelcast, mixed));
    }

    private StoreAccess access(InstanceStore store, HazelcastInstance hazelcast, boolean mixed) {
        stores.add(store);
        OwnerId owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), PATIENCE);
        return new StoreAccess(store, owner, hazelcast.getMap(BARE), mixed);
    }

    @Override
    public void close() {
        List<Farm> others = new ArrayList<>(open);
        others.remove(this);
        open = List.copyOf(others);
        stores.forEach(InstanceStore::close);
        running.forEach(instance -> instance.getLifecycleService().terminate());
    }
}
