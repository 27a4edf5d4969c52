// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.farm;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.benchmark.option.Settings;
import dev.rehydrate.benchmark.option.Topology;
import dev.rehydrate.benchmark.process.ChildJvm;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A running topology: stores, and a bare map beside them on the same members. */
public final class Farm implements AutoCloseable {

    private static final String MEMBER_HEAP = "3g";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** In the order of starts. */
    private static volatile List<Farm> open = List.of();

    private final Deque<HazelcastInstance> running = new ArrayDeque<>();
    private final List<InstanceStore> stores = new ArrayList<>();
    private final List<ChildJvm> children = new ArrayList<>();
    private final String clusterName = "bench-" + UUID.randomUUID();
    private final List<String> addresses = new ArrayList<>();
    private @Nullable StoreAccess access;

    private Farm() {}

    /**
     * Starts a topology; benchmarks use it until it is closed.
     *
     * @param topology which
     * @return the farm
     */
    public static Farm start(Topology topology) {
        Farm farm = new Farm();
        try {
            for (int i = 0; i < topology.members(); i++) {
                farm.addMember(i >= topology.membersHere());
            }
            HazelcastInstance here = topology.membersHere() > 0 ? farm.running.getFirst() : farm.newClient();
            farm.access = farm.accessBy(here);
        } catch (RuntimeException failed) {
            farm.close();
            throw failed;
        }
        List<Farm> all = new ArrayList<>(open);
        all.add(farm);
        open = List.copyOf(all);
        return farm;
    }

    /**
     * Finds the access of callers.
     *
     * @param farm the number of the farm, in the order of starts
     * @return the access
     */
    public static StoreAccess access(int farm) {
        return open.get(farm).access();
    }

    public StoreAccess access() {
        return Objects.requireNonNull(access);
    }

    /**
     * Connects another process, as far as members can see.
     *
     * @param farm the number of the farm, in the order of starts
     * @return a client, which ends with the farm at the latest
     */
    public static HazelcastInstance client(int farm) {
        return open.get(farm).newClient();
    }

    /**
     * Says how other processes find a farm.
     *
     * @param farm the number of the farm, in the order of starts
     * @return the name of the cluster, and the addresses of its members
     */
    public static List<String> way(int farm) {
        Farm found = open.get(farm);
        List<String> way = new ArrayList<>(List.of(found.clusterName));
        way.addAll(found.addresses);
        return way;
    }

    private void addMember(boolean ofItsOwn) {
        if (ofItsOwn) {
            List<String> args = new ArrayList<>(List.of(clusterName));
            args.addAll(addresses);
            ChildJvm child = ChildJvm.start(MEMBER_HEAP, MemberProcess.class, args);
            children.add(child);
            addresses.add(child.greeting());
        } else {
            HazelcastInstance member = Hazelcast.newHazelcastInstance(Settings.member(clusterName, addresses));
            running.push(member);
            addresses.add(MemberProcess.addressOf(member));
        }
    }

    /**
     * Opens one more store beside that of the callers, in which instances keep their last changes.
     *
     * @param changes how many
     * @return the store, which ends with the farm
     */
    public InstanceStore recording(int changes) {
        InstanceStore store = HazelcastInstanceStore.open(
                access().hazelcast(), Settings.ofStores().store().withRecordedChanges(changes));
        stores.add(store);
        return store;
    }

    private HazelcastInstance newClient() {
        HazelcastInstance client = HazelcastClient.newHazelcastClient(Settings.client(clusterName, addresses));
        running.push(client);
        return client;
    }

    private StoreAccess accessBy(HazelcastInstance hazelcast) {
        InstanceStore store = HazelcastInstanceStore.open(hazelcast, Settings.ofStores());
        stores.add(store);
        OwnerId owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), PATIENCE);
        return new StoreAccess(store, owner, hazelcast);
    }

    /** {@return the members that have processes of their own} */
    public List<ChildJvm> children() {
        return children;
    }

    @Override
    public void close() {
        List<Farm> others = new ArrayList<>(open);
        others.remove(this);
        open = List.copyOf(others);
        stores.forEach(InstanceStore::close);
        running.forEach(instance -> instance.getLifecycleService().terminate());
        children.forEach(ChildJvm::close);
    }
}
