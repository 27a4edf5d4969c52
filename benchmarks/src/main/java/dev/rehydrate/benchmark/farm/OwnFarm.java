// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.farm;

import dev.rehydrate.benchmark.option.Topology;
import dev.rehydrate.benchmark.process.ChildJvm;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A running topology whose members the store itself has started: in memory, or with write-behind to a PostgreSQL. */
public final class OwnFarm implements AutoCloseable {

    private static final String MEMBER_HEAP = "2g";

    private final List<ChildJvm> children = new ArrayList<>();
    private final HazelcastInstanceStore store;

    private OwnFarm(OwnMember member, Topology topology) {
        try {
            List<String> addresses = List.of();
            HazelcastInstanceStore here = topology.membersHere() > 0 ? member.start(addresses) : null;
            if (here != null) {
                addresses = here.members();
            }
            while (children.size() < topology.members() - topology.membersHere()) {
                ChildJvm child = ChildJvm.start(MEMBER_HEAP, OwnMember.class, member.args(addresses));
                children.add(child);
                addresses = List.of(child.greeting().split(",", -1));
            }
            store = here == null ? client(member, addresses) : here;
        } catch (RuntimeException failed) {
            children.forEach(ChildJvm::close);
            throw failed;
        }
    }

    /**
     * Starts a farm in memory.
     *
     * @param topology which
     * @return the farm
     */
    public static OwnFarm inMemory(Topology topology) {
        return new OwnFarm(new OwnMember("memory-" + UUID.randomUUID(), ""), topology);
    }

    /**
     * Starts a farm with write-behind.
     *
     * @param topology which
     * @param url of the database, on which no other farm and no store is open
     * @return the farm
     */
    public static OwnFarm writingBehind(Topology topology, String url) {
        return new OwnFarm(new OwnMember("behind-" + UUID.randomUUID(), url), topology);
    }

    private static HazelcastInstanceStore client(OwnMember member, List<String> addresses) {
        return HazelcastInstanceStore.start(member.options(addresses)
                .mode(HazelcastStoreOptions.Mode.CLIENT)
                .build());
    }

    /** {@return what callers use} */
    public HazelcastInstanceStore store() {
        return store;
    }

    /** {@return the members that have processes of their own} */
    public List<ChildJvm> children() {
        return children;
    }

    @Override
    public void close() {
        store.close();
        children.forEach(ChildJvm::close);
    }
}
