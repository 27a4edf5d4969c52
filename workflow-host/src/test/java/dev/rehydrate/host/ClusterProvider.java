// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import com.hazelcast.cluster.Address;
import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.awaitility.Awaitility;

/** Members in this process, on free ports of loopback. */
final class ClusterProvider implements Provider {

    /** The system gives these to no socket that connects: one that connects to a dead member would be connected to itself. */
    private static final int FIRST_PORT = 20_000;

    private static final int LAST_PORT = 30_000;

    static {
        // A thread of the engine may end with what a member that goes down makes of its work.
        Awaitility.doNotCatchUncaughtExceptionsByDefault();
    }

    private final String name = "hosts-" + UUID.randomUUID();
    private final List<HazelcastInstance> members = new ArrayList<>();

    private ClusterProvider() {}

    static ClusterProvider of(int size) {
        ClusterProvider cluster = new ClusterProvider();
        for (int i = 0; i < size; i++) {
            cluster.members.add(cluster.start());
        }
        return cluster;
    }

    private HazelcastInstance start() {
        Config config = new Config()
                .setClusterName(name)
                .setProperty("hazelcast.local.localAddress", "127.0.0.1")
                .setProperty("hazelcast.socket.bind.any", "false")
                .setProperty("hazelcast.partition.count", "13")
                .setProperty("hazelcast.wait.seconds.before.join", "0")
                .setProperty("hazelcast.shutdownhook.enabled", "false")
                .setProperty("hazelcast.phone.home.enabled", "false")
                .setProperty("hazelcast.logging.type", "none");
        int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
        JoinConfig join = config.getNetworkConfig().setPort(port).getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(true).setMembers(addresses());
        HazelcastInstanceStore.prepare(config, HazelcastStoreOptions.builder().build());
        return Hazelcast.newHazelcastInstance(config);
    }

    private List<String> addresses() {
        return members.stream()
                .filter(member -> member.getLifecycleService().isRunning())
                .map(member -> member.getCluster().getLocalMember().getAddress())
                .map(ClusterProvider::text)
                .toList();
    }

    private static String text(Address address) {
        return address.getHost() + ":" + address.getPort();
    }

    @Override
    public InstanceStore open(int node, StoreOptions options) {
        return HazelcastInstanceStore.open(members.get(node % members.size()), options);
    }

    @Override
    public void crash(int node) {
        if (members.size() > 1) {
            members.get(node).getLifecycleService().terminate();
        }
    }

    @Override
    public void replace(int node) {
        if (members.size() == 1) {
            return;
        }
        members.set(node, start());
        Awaitility.await("every instance has its copies")
                .atMost(Duration.ofMinutes(1))
                .until(() -> members.get(node).getPartitionService().isClusterSafe());
    }

    @Override
    public void close() {
        members.forEach(member -> member.getLifecycleService().terminate());
    }
}
