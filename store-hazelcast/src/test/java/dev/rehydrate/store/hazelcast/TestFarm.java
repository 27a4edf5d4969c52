// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.cluster.Address;
import com.hazelcast.cluster.Member;
import com.hazelcast.config.Config;
import com.hazelcast.config.ListenerConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.core.LifecycleListener;
import com.hazelcast.instance.impl.HazelcastInstanceFactory;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionException;
import dev.rehydrate.store.hazelcast.drill.FreePorts;
import dev.rehydrate.store.hazelcast.farm.NamedMembers;
import dev.rehydrate.store.hazelcast.majority.FarmTerms;
import dev.rehydrate.store.hazelcast.start.ClusterConfig;
import dev.rehydrate.store.hazelcast.start.FarmNode;
import dev.rehydrate.store.hazelcast.start.OwnNetwork;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** Members and clients on free ports of loopback, with few partitions; all are ended by closing it. */
final class TestFarm implements AutoCloseable {

    /** Longer than members take to find each other and to copy what they have, also where the machine has much else to do. */
    static final Duration PATIENCE = Duration.ofMinutes(1);

    static {
        // What is waited for comes mostly at once, and later where the machine has much else to do.
        Awaitility.setDefaultTimeout(PATIENCE);
        // A thread of the engine may end with what a member that goes down makes of its work.
        Awaitility.doNotCatchUncaughtExceptionsByDefault();
    }

    private final Deque<HazelcastInstance> running = new ArrayDeque<>();

    HazelcastInstance member(HazelcastStoreOptionsBuilder settings) {
        return member(settings, asItIs -> {});
    }

    /** Joins the members that are there. */
    HazelcastInstance member(HazelcastStoreOptionsBuilder settings, Consumer<Config> change) {
        Config config = ClusterConfig.member(
                settings.port(FreePorts.any()).members(addresses()).build());
        change.accept(config);
        return start(config);
    }

    /** Joins the members that are there, as a member that reaches only some addresses. */
    HazelcastInstance member(
            HazelcastStoreOptionsBuilder settings, Consumer<Config> change, Predicate<Address> reaches) {
        Config config = few(ClusterConfig.member(
                settings.port(FreePorts.any()).members(addresses()).build()));
        change.accept(config);
        FarmNode node = new FarmNode(new NamedMembers(List.of(), InetAddress::getAllByName), reaches);
        return started(HazelcastInstanceFactory.newHazelcastInstance(config, config.getInstanceName(), node));
    }

    /** Joins the members that a lookup finds. */
    HazelcastInstance named(HazelcastStoreOptions settings, NamedMembers.Lookup lookup, Consumer<Config> change) {
        Config config = few(ClusterConfig.member(settings));
        change.accept(config);
        FarmNode node = new FarmNode(new NamedMembers(OwnNetwork.names(settings), lookup));
        return started(HazelcastInstanceFactory.newHazelcastInstance(config, config.getInstanceName(), node));
    }

    /** Two of three members, one of which is handed out when both count. */
    HazelcastInstance majority(HazelcastStoreOptionsBuilder settings) {
        HazelcastInstance first = member(settings);
        member(settings);
        awaitAnswers(first);
        return first;
    }

    /** Waits until the engine counts the members that are there, and they have a term. */
    static void awaitAnswers(HazelcastInstance member) {
        Awaitility.await("a term")
                .atMost(PATIENCE)
                .until(() -> FarmTerms.of(member).current() > 0);
        Awaitility.await()
                .atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(SplitBrainProtectionException.class)
                .until(() -> member.getMap(MapNames.SLOTS).get(new UUID(1, 2)) == null);
    }

    void loseAllBut(HazelcastInstance survivor) {
        running.stream()
                .filter(instance -> instance != survivor)
                .forEach(instance -> instance.getLifecycleService().terminate());
    }

    HazelcastInstance start(Config config) {
        return started(Hazelcast.newHazelcastInstance(few(config)));
    }

    /** Lets a member look for other parts of its farm each second. */
    static void mergeSoon(Config config) {
        config.setProperty("hazelcast.merge.first.run.delay.seconds", "1")
                .setProperty("hazelcast.merge.next.run.delay.seconds", "1");
    }

    private static Config few(Config config) {
        return config.setProperty("hazelcast.partition.count", "13")
                .setProperty("hazelcast.shutdownhook.enabled", "false");
    }

    HazelcastInstance client(HazelcastStoreOptionsBuilder settings) {
        return client(settings, asItIs -> {});
    }

    HazelcastInstance client(HazelcastStoreOptionsBuilder settings, Consumer<ClientConfig> change) {
        ClientConfig config = ClusterConfig.client(settings.members(addresses()).build());
        change.accept(config);
        return client(config);
    }

    /** A client that the store did not create. */
    HazelcastInstance stranger() {
        ClientConfig config = new ClientConfig()
                .setClusterName(HazelcastStoreOptions.builder().build().clusterName());
        config.getNetworkConfig().setAddresses(addresses());
        config.setProperty("hazelcast.logging.type", "slf4j");
        return client(config);
    }

    private HazelcastInstance client(ClientConfig config) {
        // A client knows the members before it sends anything to them.
        CountDownLatch connected = new CountDownLatch(1);
        LifecycleListener listener = event -> {
            if (event.getState() == LifecycleEvent.LifecycleState.CLIENT_CONNECTED) {
                connected.countDown();
            }
        };
        HazelcastInstance client =
                started(HazelcastClient.newHazelcastClient(config.addListenerConfig(new ListenerConfig(listener))));
        Awaitility.await("a member answers").atMost(PATIENCE).until(() -> connected.getCount() == 0);
        return client;
    }

    private HazelcastInstance started(HazelcastInstance instance) {
        running.push(instance);
        return instance;
    }

    List<String> addresses() {
        return members().stream().map(TestFarm::address).toList();
    }

    /** The members that run. */
    List<HazelcastInstance> members() {
        return running.stream()
                .filter(instance -> instance.getLifecycleService().isRunning())
                .filter(instance -> instance.getLocalEndpoint() instanceof Member)
                .toList();
    }

    static String address(HazelcastInstance member) {
        Address address = member.getCluster().getLocalMember().getAddress();
        return address.getHost() + ":" + address.getPort();
    }

    @Override
    public void close() {
        running.forEach(instance -> instance.getLifecycleService().terminate());
    }
}
