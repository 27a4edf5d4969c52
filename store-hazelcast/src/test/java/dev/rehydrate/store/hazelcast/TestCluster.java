// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import com.hazelcast.client.impl.clientside.HazelcastClientProxy;
import com.hazelcast.client.impl.connection.ClientConnectionManager;
import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;

/** A farm for the kit: members, and where stores are opened on them. */
public final class TestCluster implements AutoCloseable {

    private final TestFarm farm;
    private final List<HazelcastInstance> members;
    private final List<HazelcastInstance> waysIn;

    private TestCluster(TestFarm farm, List<HazelcastInstance> members, List<HazelcastInstance> waysIn) {
        this.farm = farm;
        this.members = members;
        this.waysIn = waysIn;
    }

    public static TestCluster of(int size) {
        TestFarm farm = new TestFarm();
        List<HazelcastInstance> members = start(farm, size, settings());
        return new TestCluster(farm, members, members);
    }

    static TestCluster protectedOf(int size) {
        TestFarm farm = new TestFarm();
        HazelcastStoreOptionsBuilder settings =
                settings().durability(Durability.PROTECTED).farmSize(size);
        List<HazelcastInstance> members = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            members.add(farm.member(settings, TestCluster::waitForBackups));
        }
        TestFarm.awaitAnswers(members.get(0));
        return new TestCluster(farm, members, members);
    }

    /**
     * No member of this cluster is lost, so a backup answers in the end. After the second that a member waits otherwise, which a process
     * that stands still exceeds, it is rightly not known what a command has done.
     */
    private static void waitForBackups(Config config) {
        config.setProperty("hazelcast.operation.backup.timeout.millis", "60000");
    }

    public static TestCluster withClient(int size) {
        TestFarm farm = new TestFarm();
        HazelcastStoreOptionsBuilder settings = settings();
        List<HazelcastInstance> members = start(farm, size, settings);
        HazelcastInstance client = farm.client(settings);
        awaitConnections(client, size);
        return new TestCluster(farm, members, List.of(client));
    }

    /** Until it has one to each member, which takes about a second, a client misses announcements. */
    private static void awaitConnections(HazelcastInstance client, int members) {
        ClientConnectionManager connections = ((HazelcastClientProxy) client).client.getConnectionManager();
        Awaitility.await("a connection to each member")
                .until(() -> connections.getActiveConnections().size() == members);
    }

    TestFarm farm() {
        return farm;
    }

    public List<HazelcastInstance> members() {
        return members;
    }

    public List<HazelcastInstance> waysIn() {
        return waysIn;
    }

    private static List<HazelcastInstance> start(TestFarm farm, int size, HazelcastStoreOptionsBuilder settings) {
        List<HazelcastInstance> members = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            members.add(farm.member(settings));
        }
        return members;
    }

    private static HazelcastStoreOptionsBuilder settings() {
        return HazelcastStoreOptions.builder().clusterName("test-" + UUID.randomUUID());
    }

    @Override
    public void close() {
        farm.close();
    }
}
