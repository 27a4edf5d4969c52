// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.option;

import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.MapConfig;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import java.util.List;

/** With what members, clients and stores are started: loopback only, on free ports, and quiet. */
public final class Settings {

    /** Maps whose names begin so have no statistics, as those of the store have none. */
    public static final String BARE = "bare";

    private static final String LOGGING = "hazelcast.logging.type";

    /** Apart, because the start of a bare member must not pay for the settings of a store. */
    private static final class OfStores {

        private static final HazelcastStoreOptions OPTIONS = HazelcastStoreOptions.builder()
                .compressionThreshold(Integer.MAX_VALUE)
                .nearCopies(Integer.getInteger("bench.near-copies", 0))
                .build();
    }

    private Settings() {}

    /**
     * Payloads are packed on neither side: the bare map would not, and packing costs more than all else. Near copies are kept
     * if {@code jvm=-Dbench.near-copies=…} asks for them.
     *
     * @return what all stores are opened with
     */
    public static HazelcastStoreOptions ofStores() {
        return OfStores.OPTIONS;
    }

    public static Config member(String clusterName, List<String> others) {
        Config config =
                bareMember(clusterName, others).addMapConfig(new MapConfig(BARE + "*").setStatisticsEnabled(false));
        HazelcastInstanceStore.prepare(config, ofStores());
        return config;
    }

    /** {@return a member that knows nothing of a store} */
    public static Config bareMember(String clusterName, List<String> others) {
        Config config = new Config().setClusterName(clusterName);
        JoinConfig join = config.getNetworkConfig().setPort(0).getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(true).setMembers(others);
        config.getJetConfig().setEnabled(false);
        config.getMetricsConfig().setEnabled(false);
        return config.setProperty("hazelcast.local.localAddress", "127.0.0.1")
                .setProperty("hazelcast.socket.bind.any", "false")
                .setProperty("hazelcast.wait.seconds.before.join", "0")
                .setProperty("hazelcast.phone.home.enabled", "false")
                .setProperty("hazelcast.health.monitoring.level", "OFF")
                .setProperty("hazelcast.shutdownhook.enabled", "false")
                .setProperty(LOGGING, "slf4j");
    }

    public static ClientConfig client(String clusterName, List<String> members) {
        ClientConfig config = new ClientConfig().setClusterName(clusterName).setProperty(LOGGING, "slf4j");
        config.getNetworkConfig().setAddresses(members).getAutoDetectionConfig().setEnabled(false);
        config.getMetricsConfig().setEnabled(false);
        HazelcastInstanceStore.prepare(config, ofStores());
        return config;
    }
}
