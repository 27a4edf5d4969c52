// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.cluster.Address;
import com.hazelcast.config.TcpIpConfig;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.store.hazelcast.drill.FreePorts;
import dev.rehydrate.store.hazelcast.farm.FullMeshJoiner;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A member that is apart merges into a farm when it reaches all members of it, and not before. */
class FullMeshJoinerTest {

    private final Set<Address> cut = ConcurrentHashMap.newKeySet();
    private final AtomicInteger refusals = new AtomicInteger();

    private boolean reaches(Address address) {
        boolean reached = !cut.contains(address);
        if (!reached) {
            refusals.incrementAndGet();
        }
        return reached;
    }

    private static Address addressOf(HazelcastInstance member) {
        return member.getCluster().getLocalMember().getAddress();
    }

    @Test
    void aMemberMergesOnlyIntoAFarmAllOfWhoseMembersItReaches() {
        try (TestFarm farm = new TestFarm();
                TestFarm apart = new TestFarm()) {
            HazelcastInstance near = farm.member(HazelcastStoreOptions.builder());
            HazelcastInstance far = farm.member(HazelcastStoreOptions.builder());
            cut.add(addressOf(far));
            HazelcastInstance alone = apart.member(HazelcastStoreOptions.builder(), TestFarm::mergeSoon, this::reaches);
            TcpIpConfig known = alone.getConfig().getNetworkConfig().getJoin().getTcpIpConfig();
            farm.addresses().forEach(known::addMember);

            Awaitility.await("looks for the farm").until(() -> refusals.get() >= 2);
            assertThat(alone.getCluster().getMembers()).hasSize(1);
            assertThat(near.getCluster().getMembers()).hasSize(2);

            cut.clear();
            Awaitility.await("one farm")
                    .atMost(TestFarm.PATIENCE)
                    .until(() -> alone.getCluster().getMembers().size() == 3);
        }
    }

    @Test
    void anAddressIsReachedIfItAcceptsConnections() throws IOException {
        Address address;
        try (ServerSocket listening = new ServerSocket(FreePorts.any(), 1, InetAddress.getLoopbackAddress())) {
            address = new Address(listening.getInetAddress(), listening.getLocalPort());
            assertThat(FullMeshJoiner.acceptsConnections(address)).isTrue();
        }
        assertThat(FullMeshJoiner.acceptsConnections(address)).isFalse();
    }
}
